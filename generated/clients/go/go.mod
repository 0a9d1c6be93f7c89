module onedoor.dev/client

go 1.23
