package insighttest

import "net/http"

const (
	get  = http.MethodGet
	post = http.MethodPost
)
