package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

func configuration(w *world) error {
	config := func(endpoint, request string) (string, error) {
		return w.call(w.client, "config", "Config."+endpoint, request, "config."+endpoint+"Request", "config."+endpoint+"Response")
	}
	if _, err := config("Set", `{"path": "interop.sender", "value": {"data": "\"Ann\""}}`); err != nil {
		return err
	}
	got, err := config("Get", `{"path": "interop.sender"}`)
	if err != nil {
		return err
	}
	if !strings.Contains(got, `\"Ann\"`) {
		return fmt.Errorf("got %s", got)
	}
	_, err = config("Delete", `{"path": "interop"}`)
	return err
}

func configurationInJSON(w *world) error {
	set := map[string]any{"path": "interop.json", "value": map[string]any{"data": "5"}}
	var answer map[string]any
	if err := w.client.CallJSON("config", "Config.Set", set, &answer); err != nil {
		return err
	}
	if err := w.client.CallJSON("config", "Config.Get", map[string]any{"path": "interop.json"}, &answer); err != nil {
		return err
	}
	value, _ := answer["value"].(map[string]any)
	return expect("value", value["data"], "5")
}

func records(w *world) error {
	store := func(endpoint, request string) (string, error) {
		return w.call(w.client, "store", "Store."+endpoint, request, "store."+endpoint+"Request", "store."+endpoint+"Response")
	}
	for _, key := range []string{"interop/a", "interop/b"} {
		if _, err := store("Write", fmt.Sprintf(`{"record": {"key": %q, "value": "aGk=", "expiry": "60"}}`, key)); err != nil {
			return err
		}
	}
	read, err := store("Read", `{"key": "interop/a"}`)
	if err != nil {
		return err
	}
	if !strings.Contains(read, `"aGk="`) {
		return fmt.Errorf("read %s", read)
	}
	listed, err := w.stream("store", "Store.List", `{"options": {"prefix": "interop/"}}`, "store.ListRequest")
	if err != nil {
		return err
	}
	defer listed.Close()
	keys := ""
	for {
		answer, _ := w.schema.Message("store.ListResponse", "{}")
		if err := listed.Receive(answer); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		keys += JSON(answer)
	}
	if !strings.Contains(keys, "interop/a") || !strings.Contains(keys, "interop/b") {
		return fmt.Errorf("listed %s", keys)
	}
	for _, key := range []string{"interop/a", "interop/b"} {
		if _, err := store("Delete", fmt.Sprintf(`{"key": %q}`, key)); err != nil {
			return err
		}
	}
	_, err = store("Read", `{"key": "interop/a"}`)
	_, err = expectError(err, 404)
	return err
}

func blobs(w *world) error {
	first, err := w.schema.Message("store.BlobWriteRequest", `{"key": "interop/blob", "blob": "aGVs"}`)
	if err != nil {
		return err
	}
	writing, err := w.client.Stream("store", "BlobStore.Write", first)
	if err != nil {
		return err
	}
	defer writing.Close()
	second, _ := w.schema.Message("store.BlobWriteRequest", `{"blob": "bG8="}`)
	written, _ := w.schema.Message("store.BlobWriteResponse", "{}")
	err = all(
		func() error { return writing.Send(second) },
		// The end of what is sent is the end of the blob.
		writing.stream.CloseSend,
		func() error { return writing.Receive(written) },
	)
	if err != nil {
		return err
	}
	reading, err := w.stream("store", "BlobStore.Read", `{"key": "interop/blob"}`, "store.BlobReadRequest")
	if err != nil {
		return err
	}
	defer reading.Close()
	whole := ""
	for {
		piece, _ := w.schema.Message("store.BlobReadResponse", "{}")
		if err := reading.Receive(piece); errors.Is(err, io.EOF) {
			return expect("blob", whole, "hello")
		} else if err != nil {
			return err
		}
		var fields struct{ Blob []byte }
		if err := json.Unmarshal([]byte(JSON(piece)), &fields); err != nil {
			return err
		}
		whole += string(fields.Blob)
	}
}

type tokens struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
}

func (w *world) token(client *Client, request string) (tokens, error) {
	answer, err := w.call(client, "auth", "Auth.Token", request, "auth.TokenRequest", "auth.TokenResponse")
	var fields struct{ Token tokens }
	if err == nil {
		err = json.Unmarshal([]byte(answer), &fields)
	}
	return fields.Token, err
}

func (w *world) generate(id string) error {
	request := fmt.Sprintf(`{"id": %q, "type": "service", "scopes": ["service"], "secret": "correct horse battery"}`, id)
	_, err := w.call(w.client, "auth", "Auth.Generate", request, "auth.GenerateRequest", "auth.GenerateResponse")
	if read, ok := err.(*Error); ok && read.Code == 409 {
		return nil
	}
	return err
}

func (w *world) account(token string) (string, error) {
	request := fmt.Sprintf(`{"token": %q}`, token)
	return w.call(w.client, "auth", "Auth.Inspect", request, "auth.InspectRequest", "auth.InspectResponse")
}

func signIn(w *world) error {
	if err := w.generate("interop-robot"); err != nil {
		return err
	}
	nobody := w.client.With("")
	issued, err := w.token(nobody, `{"id": "interop-robot", "secret": "correct horse battery", "token_expiry": "600"}`)
	if err != nil {
		return err
	}
	parts := strings.Split(issued.AccessToken, ".")
	if len(parts) != 3 {
		return fmt.Errorf("the access token has %d parts", len(parts))
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return err
	}
	var claims struct {
		Sub, Iss, Type string
		Scopes         []string
		Exp            int64
	}
	if err := json.Unmarshal(payload, &claims); err != nil {
		return err
	}
	left := time.Until(time.Unix(claims.Exp, 0)).Seconds()
	err = all(
		func() error { return expect("sub", claims.Sub, "interop-robot") },
		func() error { return expect("iss", claims.Iss, "onedoor") },
		func() error { return expect("type", claims.Type, "service") },
		func() error { return expect("scopes", claims.Scopes, []string{"service"}) },
		func() error { return expect("exp in ten minutes", left > 500 && left <= 600, true) },
	)
	if err != nil {
		return err
	}
	account, err := w.account(issued.AccessToken)
	if err != nil || !strings.Contains(account, "interop-robot") {
		return fmt.Errorf("inspected %s, %v", account, err)
	}
	refreshed, err := w.token(nobody, fmt.Sprintf(`{"refresh_token": %q, "token_expiry": "600"}`, issued.RefreshToken))
	if err != nil {
		return err
	}
	robot := w.client.With(refreshed.AccessToken)
	_, err = w.call(robot, "registry", "Registry.ListServices", "{}", "registry.ListRequest", "registry.ListResponse")
	return err
}

func refusals(w *world) error {
	if err := w.generate("interop-robot"); err != nil {
		return err
	}
	nobody := w.client.With("")
	_, err := w.token(nobody, `{"id": "interop-robot", "secret": "wrong"}`)
	if _, err := expectError(err, 400); err != nil {
		return err
	}
	_, err = w.token(nobody, `{"refresh_token": "no longer known"}`)
	read, err := expectError(err, 400)
	if err != nil {
		return err
	}
	return expect("detail", read.Detail, "invalid token provided")
}

func events(w *world) error {
	// The offset is the zero time, and the limit none.
	consume := `{"topic": "interop", "group": "readers", "ack_wait": "20000000000", "offset": "-62135596800", "retry_limit": "-1"}`
	consuming, err := w.stream("events", "Stream.Consume", consume, "events.ConsumeRequest")
	if err != nil {
		return err
	}
	defer consuming.Close()
	if err := consuming.Opened(); err != nil {
		return err
	}
	publish := func(text string) error {
		request := fmt.Sprintf(`{"topic": "interop", "payload": %q}`, base64.StdEncoding.EncodeToString([]byte(text)))
		_, err := w.call(w.client, "events", "Stream.Publish", request, "events.PublishRequest", "events.PublishResponse")
		return err
	}
	next := func() (id, payload string, err error) {
		event, _ := w.schema.Message("events.Event", "{}")
		if err = consuming.Receive(event); err != nil {
			return
		}
		var fields struct {
			ID      string
			Payload []byte
		}
		err = json.Unmarshal([]byte(JSON(event)), &fields)
		return fields.ID, string(fields.Payload), err
	}
	acknowledge := func(id string, success bool) error {
		ack, err := w.schema.Message("events.AckRequest", fmt.Sprintf(`{"id": %q, "success": %t}`, id, success))
		if err != nil {
			return err
		}
		return consuming.Send(ack)
	}
	if err := publish("one"); err != nil {
		return err
	}
	id, payload, err := next()
	if err != nil {
		return err
	}
	if err := all(func() error { return expect("event", payload, "one") }, func() error { return acknowledge(id, false) }); err != nil {
		return err
	}
	again, _, err := next()
	if err != nil {
		return err
	}
	if err := all(func() error { return expect("event sent again", again, id) }, func() error { return acknowledge(again, true) }); err != nil {
		return err
	}
	if err := publish("two"); err != nil {
		return err
	}
	id, payload, err = next()
	if err != nil {
		return err
	}
	return all(func() error { return expect("event", payload, "two") }, func() error { return acknowledge(id, true) })
}

func messages(w *world) error {
	subscription, err := w.stream("broker", "Broker.Subscribe", `{"topic": "interop"}`, "broker.SubscribeRequest")
	if err != nil {
		return err
	}
	defer subscription.Close()
	if err := subscription.Opened(); err != nil {
		return err
	}
	request := `{"topic": "interop", "message": {"header": {"kind": "greeting"}, "body": "aGk="}}`
	if _, err := w.call(w.client, "broker", "Broker.Publish", request, "broker.PublishRequest", "broker.Empty"); err != nil {
		return err
	}
	message, _ := w.schema.Message("broker.Message", "{}")
	if err := subscription.Receive(message); err != nil {
		return err
	}
	if !strings.Contains(JSON(message), `"aGk="`) {
		return fmt.Errorf("received %s", JSON(message))
	}
	return nil
}

func namespaces(w *world) error {
	elsewhere := &Client{conn: w.client.conn, Token: w.client.Token, Namespace: "nowhere"}
	_, err := w.call(elsewhere, "registry", "Registry.ListServices", "{}", "registry.ListRequest", "registry.ListResponse")
	_, err = expectError(err, 404)
	return err
}
