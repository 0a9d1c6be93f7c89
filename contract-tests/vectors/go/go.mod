module onedoor.dev/vectors

go 1.23

require onedoor.dev/client v0.0.0

replace onedoor.dev/client => ../../../generated/clients/go
