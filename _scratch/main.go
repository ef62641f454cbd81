package main

import (
	"context"
	"flag"
	"os"
	"runtime/pprof"
	"strings"
	"strconv"
	"fmt"

	"heddle/lab"
	"heddle/lab/cholesky"
	"heddle/lab/report"
	"heddle/task"
)

func ints(s string) (v []int) {
	for _, x := range strings.Split(s, ",") {
		n, _ := strconv.Atoi(x)
		v = append(v, n)
	}
	return
}

func main() {
	sizes := flag.String("n", "2048", "")
	tiles := flag.String("t", "8,16", "")
	vs := flag.String("v", "all", "")
	reps := flag.Int("reps", 5, "")
	noop := flag.Bool("noop", false, "")
	pin := flag.Bool("pin", false, "")
	prof := flag.String("prof", "", "")
	flag.Parse()
	sink, err := report.New("table", os.Stdout)
	if err != nil {
		panic(err)
	}
	s := &lab.Session{Sink: sink}
	c := cholesky.Comparison{Sizes: ints(*sizes), Tiles: ints(*tiles), Variants: strings.Split(*vs, ","), Reps: *reps, Noop: *noop, Seed: 1}
	if *pin {
		c.Pin = task.PinClose
	}
	if *prof != "" {
		f, _ := os.Create(*prof)
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	if err := c.Run(context.Background(), s); err != nil {
		fmt.Println(err)
	}
	if c, ok := sink.(interface{ Flush() error }); ok {
		c.Flush()
	}
}
