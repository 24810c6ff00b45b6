package config

import "reflect"

// names are the variables that Settings reads.
var names = variables()

func variables() []string {
	var list []string
	t := reflect.TypeFor[Settings]()
	for i := range t.NumField() {
		if env := t.Field(i).Tag.Get("env"); env != "" {
			list = append(list, env)
		}
	}
	return list
}
