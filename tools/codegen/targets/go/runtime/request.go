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
	// unsafe acts a second time when it is sent again.
	retry string
	// A call costs credits.
	metered bool
	// The result is the whole body, not {result}.
	bare bool
	// The media types that the call accepts, if not JSON.
	accept string
}

type argument struct {
	name  string
	value any
}

var inPath = regexp.MustCompile(`\{(\w+)\}`)

// encode returns the path and query of a call, and its body; nil for a GET. Arguments named in the path go there; the
// others go into the query of a GET, where a list repeats its name, or into the JSON body of a POST.
func encode(op *operation, args any) (target string, body []byte, err error) {
	rest := argumentsOf(args)
	target = inPath.ReplaceAllStringFunc(op.path, func(match string) string {
		name := match[1 : len(match)-1]
		var values []string
		for i, each := range rest {
			if each.name != name {
				continue
			}
			values, err = textsOf(each.value)
			rest = append(rest[:i:i], rest[i+1:]...)
			break
		}
		switch text := strings.Join(values, ","); text {
		case "":
			err = fmt.Errorf("onedoor: %s needs the argument %s", op.id, name)
		case ".", "..":
			// Encoded or not, these are removed from a URL with the part before them: the call would go elsewhere.
			err = fmt.Errorf("onedoor: %s: the argument %s cannot be %q", op.id, name, text)
		default:
			return escape(text)
		}
		return ""
	})
	if err != nil {
		return "", nil, err
	}
	if op.verb == "GET" {
		query, err := queryOf(rest)
		if err != nil {
			return "", nil, fmt.Errorf("onedoor: %s: %w", op.id, err)
		}
		return target + query, nil, nil
	}
	body, err = objectOf(rest)
	if err != nil {
		return "", nil, fmt.Errorf("onedoor: %s: %w", op.id, err)
	}
	return target, body, nil
}

// argumentsOf lists the arguments that are given, in the order of the struct's fields. Pointers, lists and maps that are
// nil are not.
func argumentsOf(args any) []argument {
	if args == nil {
		return nil
	}
	var list []argument
	set := func(name string, value any) {
		for i := range list {
			if list[i].name == name {
				list[i].value = value
				return
			}
		}
		list = append(list, argument{name, value})
	}
	fields := reflect.ValueOf(args)
	var fromBytes []string
	for i := range fields.NumField() {
		value, tag := fields.Field(i), fields.Type().Field(i).Tag
		switch value.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
			if value.IsNil() {
				continue
			}
		}
		// Bytes that take the place of an argument, with the arguments that say so: content,encoding=base64.
		if named := tag.Get("bytes"); named != "" {
			parts := strings.Split(named, ",")
			set(parts[0], value.Interface())
			fromBytes = append(fromBytes, parts[1:]...)
			continue
		}
		name, _, _ := strings.Cut(tag.Get("json"), ",")
		set(name, value.Interface())
	}
	for _, alongside := range fromBytes {
		name, value, _ := strings.Cut(alongside, "=")
		set(name, value)
	}
	return list
}

func queryOf(args []argument) (string, error) {
	var pairs []string
	for _, each := range args {
		texts, err := textsOf(each.value)
		if err != nil {
			return "", err
		}
		for _, text := range texts {
			pairs = append(pairs, escape(each.name)+"="+escape(text))
		}
	}
	if len(pairs) == 0 {
		return "", nil
	}
	return "?" + strings.Join(pairs, "&"), nil
}

// textsOf returns a value as it is written in an address: each entry of a list, anything else alone.
func textsOf(value any) ([]string, error) {
	list := reflect.ValueOf(value)
	if list.Kind() != reflect.Slice || list.Type().Elem().Kind() == reflect.Uint8 {
		raw, err := jsonOf(value)
		text, isText := textOf(raw)
		if !isText {
			text = string(raw)
		}
		return []string{text}, err
	}
	var texts []string
	for i := range list.Len() {
		entry, err := textsOf(list.Index(i).Interface())
		if err != nil {
			return nil, err
		}
		texts = append(texts, entry...)
	}
	return texts, nil
}

func objectOf(args []argument) ([]byte, error) {
	members := make([][]byte, len(args))
	for i, each := range args {
		name, _ := jsonOf(each.name)
		value, err := jsonOf(each.value)
		if err != nil {
			return nil, err
		}
		members[i] = slices.Concat(name, []byte(":"), value)
	}
	return slices.Concat([]byte("{"), bytes.Join(members, []byte(",")), []byte("}")), nil
}

// jsonOf encodes a value without the escapes that json.Marshal adds for HTML.
func jsonOf(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), err
}

// escape encodes a text for a path or query. Some servers read a plus sign as a space, but all read %20 as one.
func escape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
