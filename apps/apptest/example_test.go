package apptest_test

import (
	"testing"

	"heddle/apps"
	"heddle/apps/apptest"
	"heddle/apps/multisaxpy"
)

func Example() {
	_ = func(t *testing.T) { // TestForms of package multisaxpy
		apptest.Forms(t, multisaxpy.Program(),
			apps.Params{Size: []int{1000}, Block: 64, Iterations: 10},
			apps.Params{Size: []int{7}, Block: 3, Iterations: 1},
		)
		apptest.Errors(t, multisaxpy.Program())
	}
	// Output:
}
