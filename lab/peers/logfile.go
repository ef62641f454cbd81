package peers

import (
	"fmt"
	"os"
	"strings"
	"sync"
)

// logFile keeps commands and their output together where several run at once.
type logFile struct {
	mu   sync.Mutex // guards file
	file *os.File
}

func (l *logFile) append(command []string, output []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.file, "%s\n%s", strings.Join(command, " "), output)
}
