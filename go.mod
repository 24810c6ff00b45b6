module allot

go 1.26.0
