// Command vectors makes the calls of the client vectors: go run . BASE_URL FILE... It prints a JSON line for each.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"

	onedoor "onedoor.dev/client"
)

type vector struct {
	Name   string
	Client struct {
		Token     string
		Retries   *int
		TimeoutMS *int `json:"timeout_ms"`
		Headers   map[string]string
	}
	Call    call
	Outcome map[string]any
}

type call struct {
	Operation string
	Args      json.RawMessage
	Bytes     map[string]string
	Options   struct {
		Retries        *int
		TimeoutMS      *int `json:"timeout_ms"`
		Headers        map[string]string
		IdempotencyKey string `json:"idempotency_key"`
		LastEventID    string `json:"last_event_id"`
	}
	Form string
	Take int
}

func main() {
	base, output := os.Args[1], json.NewEncoder(os.Stdout)
	output.SetEscapeHTML(false)
	number := 0
	for _, file := range os.Args[2:] {
		text, err := os.ReadFile(file)
		if err != nil {
			log.Fatal(err)
		}
		var vectors []vector
		if err := json.Unmarshal(text, &vectors); err != nil {
			log.Fatalf("%s: %v", file, err)
		}
		for _, each := range vectors {
			outcome, waits := play(fmt.Sprintf("%s/v/%d", base, number), each)
			line := map[string]any{"name": each.Name, "outcome": outcome, "waits_ms": waits}
			if err := output.Encode(line); err != nil {
				log.Fatal(err)
			}
			number++
		}
	}
}

// play makes one call with a clock that only waits advance.
func play(base string, v vector) (outcome map[string]any, waits []int64) {
	waits = []int64{}
	now := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	hooks := onedoor.Hooks{
		Now:    func() time.Time { return now },
		Random: func() float64 { return 0.5 },
		Sleep: func(_ context.Context, wait time.Duration) error {
			waits = append(waits, wait.Milliseconds())
			now = now.Add(wait)
			return nil
		},
	}
	// Go repeats a request itself when a connection that was used before breaks.
	transport := &http.Transport{DisableKeepAlives: true}
	options := []onedoor.Option{
		onedoor.WithBaseURL(base),
		onedoor.WithHooks(hooks),
		onedoor.WithHTTPClient(&http.Client{Transport: transport}),
	}
	if v.Client.Token != "" {
		options = append(options, onedoor.WithToken(v.Client.Token))
	}
	options = append(options, optionsOf(v.Client.Retries, v.Client.TimeoutMS, v.Client.Headers)...)
	defer func() {
		if fault := recover(); fault != nil {
			outcome = map[string]any{"error": map[string]any{"code": fmt.Sprint(fault)}}
		}
	}()
	return outcomeOf(onedoor.New(options...), v), waits
}

func optionsOf(retries, timeoutMS *int, headers map[string]string) []onedoor.Option {
	var options []onedoor.Option
	if retries != nil {
		options = append(options, onedoor.WithRetries(*retries))
	}
	if timeoutMS != nil {
		options = append(options, onedoor.WithTimeout(time.Duration(*timeoutMS)*time.Millisecond))
	}
	for name, value := range headers {
		options = append(options, onedoor.WithHeader(name, value))
	}
	return options
}

var forms = map[string]string{"all": "All", "events": "Events"}

// methodOf finds the method of an operation by its name, as in notes.add. A stream has no second form.
func methodOf(client *onedoor.Client, operation, form string) reflect.Value {
	family, name, _ := strings.Cut(operation, ".")
	name = strings.ReplaceAll(name, "_", "")
	is := func(wanted string) func(string) bool {
		return func(name string) bool { return strings.EqualFold(name, wanted) }
	}
	methods := reflect.ValueOf(client).Elem().FieldByNameFunc(is(family))
	for _, wanted := range []string{name + forms[form], name} {
		for i := range methods.NumMethod() {
			if is(wanted)(methods.Type().Method(i).Name) {
				return methods.Method(i)
			}
		}
	}
	panic("the Go client has no " + operation)
}

func outcomeOf(client *onedoor.Client, v vector) map[string]any {
	given := v.Call.Options
	var response onedoor.Response
	in := []reflect.Value{reflect.ValueOf(context.Background())}
	method := methodOf(client, v.Call.Operation, v.Call.Form)
	if method.Type().NumIn() == 3 {
		in = append(in, argsOf(method.Type().In(1), v.Call))
	}
	options := append(optionsOf(given.Retries, given.TimeoutMS, given.Headers), onedoor.WithResponse(&response))
	if given.IdempotencyKey != "" {
		options = append(options, onedoor.WithIdempotencyKey(given.IdempotencyKey))
	}
	if given.LastEventID != "" {
		options = append(options, onedoor.WithLastEventID(given.LastEventID))
	}
	out := method.CallSlice(append(in, reflect.ValueOf(options)))
	switch v.Call.Form {
	case "all":
		return listed("items", v, out[0])
	case "events":
		return listed("events", v, out[0])
	}
	err, _ := out[1].Interface().(error)
	if v.Call.Form == "raw" && response.Status != 0 {
		headers := headersOf(response.Header)
		raw := map[string]any{"status": response.Status, "headers": headers, "body": bodyOf(response.Body)}
		return map[string]any{"raw": raw}
	}
	if err != nil {
		return map[string]any{"error": errorOf(err)}
	}
	if download, is := out[0].Interface().(*http.Response); is {
		return downloaded(download)
	}
	return map[string]any{"value": shaped(plain(out[0].Interface()), v.Outcome["value"])}
}

func argsOf(kind reflect.Type, given call) reflect.Value {
	args := reflect.New(kind)
	if given.Args != nil {
		decoder := json.NewDecoder(bytes.NewReader(given.Args))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(args.Interface()); err != nil {
			panic(err)
		}
	}
	for i := range kind.NumField() {
		field := kind.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("bytes")+field.Tag.Get("json"), ",")
		text, isGiven := given.Bytes[strings.TrimSuffix(name, "-")]
		if isGiven && field.Type == reflect.TypeFor[[]byte]() {
			args.Elem().Field(i).SetBytes([]byte(text))
		}
	}
	return args.Elem()
}

// listed iterates over a sequence of items or events.
func listed(kind string, v vector, sequence reflect.Value) map[string]any {
	list, outcome := []any{}, map[string]any{}
	expected, _ := v.Outcome[kind].([]any)
	for item, failure := range sequence.Seq2() {
		if err, failed := failure.Interface().(error); failed {
			outcome["error"] = errorOf(err)
			break
		}
		if event, is := item.Interface().(onedoor.Event); is {
			entry := map[string]any{"event": event.Name, "data": bodyOf([]byte(event.Data))}
			if event.ID != "" {
				entry["id"] = event.ID
			}
			list = append(list, entry)
		} else {
			var shape any
			if len(list) < len(expected) {
				shape = expected[len(list)]
			}
			list = append(list, shaped(plain(item.Interface()), shape))
		}
		if len(list) == v.Call.Take {
			break
		}
	}
	outcome[kind] = list
	return outcome
}

func downloaded(response *http.Response) map[string]any {
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return map[string]any{"error": errorOf(err)}
	}
	return map[string]any{"download": map[string]any{
		"status": response.StatusCode, "headers": headersOf(response.Header), "text": string(body),
	}}
}

func headersOf(header http.Header) map[string]string {
	headers := map[string]string{}
	for name, values := range header {
		headers[strings.ToLower(name)] = strings.Join(values, ", ")
	}
	return headers
}

func errorOf(err error) map[string]any {
	var failure *onedoor.Error
	if !errors.As(err, &failure) {
		return map[string]any{"code": "rejected", "message": err.Error()}
	}
	found := map[string]any{
		"code":       failure.Code,
		"message":    failure.Message,
		"request_id": failure.RequestID,
		"details":    append([]onedoor.ArgumentFault{}, failure.Details...),
	}
	if failure.Status != 0 {
		found["status"] = failure.Status
	}
	if failure.RetryAfter != nil {
		found["retry_after_s"] = failure.RetryAfter.Seconds()
	}
	return found
}

// bodyOf is a text as JSON, or the text.
func bodyOf(text []byte) any {
	var value any
	if json.Unmarshal(text, &value) != nil {
		return string(text)
	}
	return value
}

// plain is a value as it is in JSON.
func plain(value any) any {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return bodyOf(text)
}

// shaped leaves out what the vector does not expect and is zero: a field that the response lacks is so in a struct.
func shaped(value, expected any) any {
	switch value := value.(type) {
	case map[string]any:
		wanted, _ := expected.(map[string]any)
		for name, entry := range value {
			shape, isWanted := wanted[name]
			value[name] = shaped(entry, shape)
			if !isWanted && isZero(value[name]) {
				delete(value, name)
			}
		}
	case []any:
		wanted, _ := expected.([]any)
		for i := range value {
			var shape any
			if i < len(wanted) {
				shape = wanted[i]
			}
			value[i] = shaped(value[i], shape)
		}
	}
	return value
}

func isZero(value any) bool {
	if object, is := value.(map[string]any); is {
		return len(object) == 0
	}
	return value == nil || value == "" || value == 0.0 || value == false
}
