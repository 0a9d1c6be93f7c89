package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// Client calls services as existing Go clients do: by the name of a service and an endpoint, with headers of their own,
// and with streams of both directions only, whose request it never ends.
type Client struct {
	conn      *grpc.ClientConn
	Token     string
	Namespace string
}

// Dial connects to the gateway port without TLS.
func Dial(address, token, namespace string) (*Client, error) {
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn, Token: token, Namespace: namespace}, nil
}

// With returns a client on the same connection with another token.
func (c *Client) With(token string) *Client {
	return &Client{conn: c.conn, Token: token, Namespace: c.Namespace}
}

const callTimeout = 10 * time.Second

func (c *Client) outgoing(ctx context.Context, contentType string) context.Context {
	pairs := []string{"x-content-type", contentType, "timeout", fmt.Sprint(callTimeout.Nanoseconds())}
	if c.Token != "" {
		pairs = append(pairs, "authorization", "Bearer "+c.Token)
	}
	if c.Namespace != "" {
		pairs = append(pairs, "micro-namespace", c.Namespace)
	}
	return metadata.NewOutgoingContext(ctx, metadata.Pairs(pairs...))
}

func pathOf(service, endpoint string) string {
	return "/" + service + "." + strings.Replace(endpoint, ".", "/", 1)
}

// Call sends one message and waits for one.
func (c *Client) Call(service, endpoint string, in, out proto.Message) error {
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	defer cancel()
	err := c.conn.Invoke(c.outgoing(ctx, "application/grpc+proto"), pathOf(service, endpoint), in, out)
	return readError(err)
}

// CallJSON does the same with messages in JSON, as gateways and command lines without stubs do.
func (c *Client) CallJSON(service, endpoint string, in, out any) error {
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	defer cancel()
	ctx = c.outgoing(ctx, "application/grpc+json")
	err := c.conn.Invoke(ctx, pathOf(service, endpoint), in, out, grpc.ForceCodec(jsonCodec{}), grpc.CallContentSubtype("json"))
	return readError(err)
}

// Stream is a call that lasts until it is closed.
type Stream struct {
	stream grpc.ClientStream
	Close  context.CancelFunc
}

// Stream opens a stream and sends the request, without ending what it sends.
func (c *Client) Stream(service, endpoint string, in proto.Message) (*Stream, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*callTimeout)
	desc := &grpc.StreamDesc{StreamName: service + endpoint, ClientStreams: true, ServerStreams: true}
	stream, err := c.conn.NewStream(c.outgoing(ctx, "application/grpc+proto"), desc, pathOf(service, endpoint))
	if err == nil {
		err = stream.SendMsg(in)
	}
	if err != nil {
		cancel()
		return nil, readError(err)
	}
	return &Stream{stream: stream, Close: cancel}, nil
}

// Send sends a further message.
func (s *Stream) Send(in proto.Message) error { return s.stream.SendMsg(in) }

// Receive waits for the next message; the error is io.EOF at the end.
func (s *Stream) Receive(out proto.Message) error {
	err := s.stream.RecvMsg(out)
	if _, isStatus := status.FromError(err); isStatus {
		return readError(err)
	}
	return err
}

// Opened waits for the headers of the response: the subscription is active from then on.
func (s *Stream) Opened() error {
	_, err := s.stream.Header()
	return readError(err)
}

// Error is the body of an error, the same over gRPC and HTTP.
type Error struct {
	ID     string `json:"id"`
	Code   int    `json:"code"`
	Detail string `json:"detail"`
	Status string `json:"status"`
}

func (e *Error) Error() string { return fmt.Sprintf("%d %s: %s", e.Code, e.ID, e.Detail) }

// readError reads an error as existing clients do: from the first detail if there is one, which they cannot read unless
// its type is theirs, otherwise from the message.
func readError(err error) error {
	if err == nil {
		return nil
	}
	state, _ := status.FromError(err)
	if details := state.Details(); len(details) > 0 {
		if unreadable, ok := details[0].(error); ok {
			return unreadable
		}
	}
	read := new(Error)
	if json.Unmarshal([]byte(state.Message()), read) != nil || read.Code == 0 {
		return err
	}
	return read
}

// jsonCodec passes JSON through.
type jsonCodec struct{}

func (jsonCodec) Name() string { return "json" }

func (jsonCodec) Marshal(value any) ([]byte, error) { return json.Marshal(value) }

func (jsonCodec) Unmarshal(data []byte, value any) error { return json.Unmarshal(data, value) }
