package main

import (
	"encoding/json"
	"net"
	"strings"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Hello is a service as existing ones are: it handles whatever method it is called with, in JSON, has neither
// descriptors nor reflection, and looks at the last parts of the path only.
type Hello struct {
	Address string
	server  *grpc.Server
	mutex   sync.Mutex
	heard   metadata.MD
}

func init() { encoding.RegisterCodec(jsonCodec{}) }

// StartHello serves on a free port of this machine.
func StartHello() (*Hello, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	hello := &Hello{Address: listener.Addr().String()}
	hello.server = grpc.NewServer(grpc.UnknownServiceHandler(hello.handle))
	go func() { _ = hello.server.Serve(listener) }()
	return hello, nil
}

// Stop ends it.
func (h *Hello) Stop() { h.server.Stop() }

// Header returns a header of the last call.
func (h *Hello) Header(name string) string {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return strings.Join(h.heard.Get(name), ",")
}

func (h *Hello) handle(_ any, stream grpc.ServerStream) error {
	path, _ := grpc.MethodFromServerStream(stream)
	_, name, _ := strings.Cut(path[strings.LastIndex(path, ".")+1:], "/")
	if name != "Call" && name != "Count" && name != "Fail" {
		return status.Error(codes.Unimplemented, "unknown service "+path)
	}
	var request struct {
		Name string      `json:"name"`
		To   json.Number `json:"to"`
	}
	if err := stream.RecvMsg(&request); err != nil {
		return err
	}
	h.mutex.Lock()
	h.heard, _ = metadata.FromIncomingContext(stream.Context())
	h.mutex.Unlock()
	switch name {
	case "Fail":
		return status.Error(codes.AlreadyExists, `{"id":"hello","code":409,"detail":"Ann was greeted.","status":"Conflict"}`)
	case "Count":
		to, _ := request.To.Int64()
		for number := int64(1); number <= to; number++ {
			if err := stream.SendMsg(map[string]any{"number": number}); err != nil {
				return err
			}
		}
		return nil
	default:
		return stream.SendMsg(map[string]any{"message": "Hello " + request.Name})
	}
}
