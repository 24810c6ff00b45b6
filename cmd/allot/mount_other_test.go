//go:build !linux

package main

import "errors"

func mountMemory(string, int) (func(), error) { return nil, errors.ErrUnsupported }
