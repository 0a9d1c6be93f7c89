package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// post calls an endpoint over HTTP, and returns the status and the response as text.
func (w *world) post(base, path, body string) (int, string, error) {
	request, err := http.NewRequest(http.MethodPost, base+path, bytes.NewReader([]byte(body)))
	if err != nil {
		return 0, "", err
	}
	request.Header.Set("Authorization", "Bearer "+w.client.Token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, string(text), err
}

func service(w *world) error {
	hello, err := StartHello()
	if err != nil {
		return err
	}
	defer hello.Stop()
	endpoints := `[{"name": "Hello.Call"}, {"name": "Hello.Fail"}, {"name": "Hello.Count", "metadata": {"stream": "true"}}]`
	record := fmt.Sprintf(`{"name": "hello", "version": "latest", "endpoints": %s,
		"nodes": [{"id": "hello-1", "address": %q, "metadata": {"protocol": "grpc"}}], "options": {"ttl": "90"}}`, endpoints, hello.Address)
	registry := func(endpoint, request, in, out string) (string, error) {
		return w.call(w.client, "registry", "Registry."+endpoint, request, "registry."+in, "registry."+out)
	}
	if _, err := registry("Register", record, "Service", "EmptyResponse"); err != nil {
		return err
	}
	found, err := registry("GetService", `{"service": "hello"}`, "GetRequest", "GetResponse")
	if err != nil {
		return err
	}
	if !strings.Contains(found, hello.Address) {
		return fmt.Errorf("found %s instead of %s", found, hello.Address)
	}
	err = all(
		func() error { return w.callHello(hello) },
		func() error {
			_, err := registry("Deregister", record, "Service", "EmptyResponse")
			return err
		},
	)
	if err != nil {
		return err
	}
	_, err = registry("GetService", `{"service": "hello"}`, "GetRequest", "GetResponse")
	_, err = expectError(err, 404)
	return err
}

// callHello calls the service by every way, and looks at what it learned of its caller.
func (w *world) callHello(hello *Hello) error {
	const greeting = `{"message":"Hello Ann"}`
	gateway := "http://" + w.gateway
	for _, door := range []struct{ base, path string }{{gateway, "/hello"}, {gateway, "/v1/hello/call"}, {w.url, "/v1/hello/Call"}} {
		code, text, err := w.post(door.base, door.path, `{"name": "Ann"}`)
		if err != nil || code != http.StatusOK || text != greeting {
			return fmt.Errorf("%s: %d %s %v", door.path, code, text, err)
		}
	}
	var answer map[string]any
	if err := w.client.CallJSON("hello", "Hello.Call", map[string]any{"name": "Ann"}, &answer); err != nil {
		return err
	}
	code, text, err := w.post(gateway, "/hello/count", `{"to": 3}`)
	if err != nil {
		return err
	}
	failed, failure, err := w.post(gateway, "/hello/fail", `{}`)
	if err != nil {
		return err
	}
	told := strings.TrimPrefix(hello.Header("authorization"), "Bearer ")
	account, err := w.account(told)
	if err != nil {
		return fmt.Errorf("the token that the service received: %w", err)
	}
	_, misused := w.call(w.client.With(told), "config", "Config.Get", "{}", "config.GetRequest", "config.GetResponse")
	return all(
		func() error { return expect("greeting", answer["message"], "Hello Ann") },
		func() error {
			return expect("count", fmt.Sprint(code, text), "200{\"number\":1}\n{\"number\":2}\n{\"number\":3}\n")
		},
		func() error {
			return expect("failure", fmt.Sprint(failed, strings.Contains(failure, "Ann was greeted.")), "409 true")
		},
		func() error { return expect("the caller's own token is kept", told == w.client.Token, false) },
		func() error {
			return expect("account", strings.Contains(account, hello.Header("onedoor-account")), true)
		},
		func() error { return expect("namespace", hello.Header("micro-namespace"), "onedoor") },
		func() error {
			_, err := expectError(misused, 401)
			return err
		},
	)
}

func links(w *world) error {
	const destination = "https://ferries.example/interop"
	code, text, err := w.post(w.url, "/v1/url/Create", fmt.Sprintf(`{"destinationURL": %q}`, destination))
	if err != nil {
		return err
	}
	// 64-bit numbers are texts in the structs of existing clients.
	var made struct {
		URL struct {
			ID, DestinationURL, ShortURL string
			HitCount                     int64 `json:"hitCount,string"`
		} `json:"url"`
	}
	if err := json.Unmarshal([]byte(text), &made); err != nil || code != http.StatusOK {
		return fmt.Errorf("%d %s %v", code, text, err)
	}
	for _, base := range []string{w.url, "http://" + w.gateway} {
		for _, path := range []string{"/v1/url/list", "/v1/url/Url/List"} {
			if code, text, err := w.post(base, path, "{}"); err != nil || code != http.StatusOK || !strings.Contains(text, made.URL.ID) {
				return fmt.Errorf("%s: %d %s %v", path, code, text, err)
			}
		}
		code, text, err := w.post(base, "/v1/url/resolve", fmt.Sprintf(`{"shortURL": %q}`, made.URL.ShortURL))
		if err != nil || code != http.StatusOK || !strings.Contains(text, destination) {
			return fmt.Errorf("resolve: %d %s %v", code, text, err)
		}
	}
	code, text, err = w.post(w.url, "/v1/url/delete", fmt.Sprintf(`{"id": %q}`, made.URL.ID))
	if err != nil {
		return err
	}
	return expect("delete", fmt.Sprint(code, text), "200{}")
}

func webSocket(w *world) error {
	header := http.Header{"Authorization": {"Bearer " + w.client.Token}, "Content-Type": {"application/json"}}
	socket, _, err := websocket.DefaultDialer.Dial("ws://"+w.gateway+"/v1/broker/Subscribe", header)
	if err != nil {
		return err
	}
	defer socket.Close()
	if err := socket.WriteJSON(map[string]any{"topic": "interop-socket"}); err != nil {
		return err
	}
	// When a subscription is active cannot be seen on a socket: the message is published until it arrives.
	heard := make(chan error, 1)
	go func() {
		var message struct{ Body []byte }
		err := socket.ReadJSON(&message)
		if err == nil {
			err = expect("body", string(message.Body), "hi")
		}
		heard <- err
	}()
	for {
		code, text, err := w.post("http://"+w.gateway, "/broker/publish", `{"topic": "interop-socket", "message": {"body": "aGk="}}`)
		if err != nil || code != http.StatusOK {
			return fmt.Errorf("publish: %d %s %v", code, text, err)
		}
		select {
		case err := <-heard:
			return err
		case <-time.After(20 * time.Millisecond):
		}
	}
}
