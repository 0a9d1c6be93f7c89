package onedoor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// operation is what has to be known about an operation to call it.
type operation struct {
	id, verb, path string
	retry          string // unsafe acts a second time when it is sent again
	metered        bool   // a call costs credits
	bare           bool   // the result is the whole body, not {result}
	unkeyed        bool   // the server may not know idempotency keys
}

type argument struct {
	name  string
	value json.RawMessage
}

var inPath = regexp.MustCompile(`\{\w+\}`)

// encode returns the path and query of a call, and its body; nil for a GET. Arguments named in the path go there; the
// others go into the query of a GET, where a list repeats its name, or into the JSON body of a POST.
func encode(op *operation, args any) (target string, body []byte, err error) {
	rest, err := argumentsOf(args)
	target = inPath.ReplaceAllStringFunc(op.path, func(match string) string {
		name, text := match[1:len(match)-1], ""
		rest = slices.DeleteFunc(rest, func(each argument) bool {
			if each.name == name {
				text = strings.Join(textsOf(each.value), ",")
			}
			return each.name == name
		})
		// Encoded or not, dots are removed from a URL with the part before them: the call would go elsewhere.
		if err == nil && (text == "" || text == "." || text == "..") {
			err = fmt.Errorf("the argument %s cannot be %q", name, text)
		}
		return escape(text)
	})
	if err != nil {
		return "", nil, fmt.Errorf("onedoor: %s: %w", op.id, err)
	}
	var pairs, members []string
	for _, each := range rest {
		members = append(members, fmt.Sprintf("%q:%s", each.name, each.value))
		for _, text := range textsOf(each.value) {
			pairs = append(pairs, escape(each.name)+"="+escape(text))
		}
	}
	if op.verb != "GET" {
		return target, []byte("{" + strings.Join(members, ",") + "}"), nil
	}
	if len(pairs) > 0 {
		target += "?" + strings.Join(pairs, "&")
	}
	return target, nil, nil
}

// argumentsOf lists the arguments in the order of the struct's fields, without pointers, lists and maps that are nil.
func argumentsOf(args any) ([]argument, error) {
	var list []argument
	set := func(name string, value any) error {
		raw, err := jsonOf(value)
		if err != nil {
			return fmt.Errorf("the argument %s: %w", name, err)
		}
		list = slices.DeleteFunc(list, func(each argument) bool { return each.name == name })
		list = append(list, argument{name, raw})
		return nil
	}
	fields := reflect.ValueOf(args)
	for i := range fields.NumField() {
		value, tag := fields.Field(i), fields.Type().Field(i).Tag
		switch value.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
			if value.IsNil() {
				continue
			}
		}
		name, more, isBytes := strings.Cut(tag.Get("bytes"), ",")
		if !isBytes {
			name, _, _ = strings.Cut(tag.Get("json"), ",")
		} else if other, value, has := strings.Cut(more, "="); has {
			// The argument that says that these are bytes: content,encoding=base64.
			if err := set(other, value); err != nil {
				return nil, err
			}
		}
		if err := set(name, value.Interface()); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// textsOf returns a value as it is written in an address: each entry of a list, anything else alone.
func textsOf(value json.RawMessage) []string {
	var entries []json.RawMessage
	if value[0] == '[' && json.Unmarshal(value, &entries) == nil {
		var texts []string
		for _, entry := range entries {
			texts = append(texts, textsOf(entry)...)
		}
		return texts
	}
	if text, isText := textOf(value); isText {
		return []string{text}
	}
	return []string{string(value)}
}

// jsonOf encodes a value without the escapes that json.Marshal adds for HTML.
func jsonOf(value any) (json.RawMessage, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), err
}

// escape encodes a text for a path or query. Some servers read a plus sign as a space, but all read %20 as one.
func escape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
