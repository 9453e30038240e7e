module runner

go 1.21
