package partnerapihttp

// Endpoints are the paths that can be tried out, by name.
func Endpoints() map[string]string {
	paths := map[string]string{}
	for _, e := range endpoints {
		paths[e.name] = e.path
	}
	return paths
}

// ReadParam gives a value as it would stand in a query.
func ReadParam(raw []byte) (string, error) {
	var p paramValue
	err := p.UnmarshalJSON(raw)
	return string(p), err
}
