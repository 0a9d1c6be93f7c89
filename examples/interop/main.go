// The programs that users of existing Go clients write, against a running server: see README.md.
package main

import (
	"fmt"
	"os"
)

type world struct {
	client  *Client
	schema  *Schema
	gateway string
	url     string
}

type check struct {
	name string
	run  func(*world) error
}

var checks = []check{
	{"config is set, read and deleted", configuration},
	{"config is called in JSON, without stubs", configurationInJSON},
	{"records are written, read, listed and deleted", records},
	{"a blob is written and read in pieces", blobs},
	{"an account signs in, and its token is a JWT", signIn},
	{"a wrong secret and a refused refresh are told as existing services expect", refusals},
	{"events are consumed, and acknowledged on the same stream", events},
	{"messages reach a subscriber", messages},
	{"a service registers, is called in every way, learns who calls, and is gone", service},
	{"a call for another namespace is not taken for one's own", namespaces},
	{"short links are made over HTTP in the form of existing clients", links},
	{"a WebSocket streams", webSocket},
}

func main() {
	w, err := connect()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	failed := 0
	for _, check := range checks {
		if err := check.run(w); err != nil {
			failed++
			fmt.Printf("FAILED %s: %v\n", check.name, err)
		} else {
			fmt.Println("ok", check.name)
		}
	}
	fmt.Printf("%d passed, %d failed\n", len(checks)-failed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}

func connect() (*world, error) {
	gateway, url, token := os.Getenv("ONEDOOR_GATEWAY"), os.Getenv("ONEDOOR_URL"), os.Getenv("ONEDOOR_TOKEN")
	if gateway == "" || url == "" || token == "" {
		return nil, fmt.Errorf("set ONEDOOR_GATEWAY (host:port), ONEDOOR_URL (http://...) and ONEDOOR_TOKEN, of an administrator")
	}
	client, err := Dial(gateway, token, "onedoor")
	if err != nil {
		return nil, err
	}
	schema, err := Learn(client, "auth.Auth", "broker.Broker", "config.Config", "events.Stream", "registry.Registry", "store.Store")
	if err != nil {
		return nil, err
	}
	return &world{client: client, schema: schema, gateway: gateway, url: url}, nil
}

// call sends a message given in JSON and returns the response in JSON.
func (w *world) call(client *Client, service, endpoint, request, in, out string) (string, error) {
	message, err := w.schema.Message(in, request)
	if err != nil {
		return "", err
	}
	answer, err := w.schema.Message(out, "{}")
	if err != nil {
		return "", err
	}
	err = client.Call(service, endpoint, message, answer)
	return JSON(answer), err
}

func (w *world) stream(service, endpoint, request, in string) (*Stream, error) {
	message, err := w.schema.Message(in, request)
	if err != nil {
		return nil, err
	}
	return w.client.Stream(service, endpoint, message)
}

func expect(what string, got, want any) error {
	if fmt.Sprint(got) == fmt.Sprint(want) {
		return nil
	}
	return fmt.Errorf("%s: got %v, expected %v", what, got, want)
}

// expectError checks the code of an error, and that it came in the form that existing clients read.
func expectError(err error, code int) (*Error, error) {
	read, ok := err.(*Error)
	if !ok {
		return nil, fmt.Errorf("expected an error %d in JSON, got %v", code, err)
	}
	return read, expect("code of "+read.Detail, read.Code, code)
}

func all(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
