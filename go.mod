module allot

go 1.26.0

require (
	github.com/alexedwards/argon2id v1.0.0
	github.com/danielgtaylor/huma/v2 v2.37.2
	github.com/shopspring/decimal v1.6.0
	github.com/stretchr/testify v1.12.1
	golang.org/x/text v0.34.0
	pgregory.net/rapid v1.3.0
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/crypto v0.48.0 // indirect
	golang.org/x/sys v0.41.0 // indirect
)
