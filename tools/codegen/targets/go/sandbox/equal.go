package sandbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"testing"
)

// Any matches any text in what Equal expects.
var Any any = anyText{}

type anyText struct{}

// Equal fails the test unless a result is, as JSON, what is expected: a map[string]any, []any, text, number, bool or nil.
// What a result leaves out is equal to nil and to an empty list or map.
func Equal(t testing.TB, result, expected any) {
	t.Helper()
	text, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		t.Fatal(err)
	}
	if found := difference("result", plain, expected); found != "" {
		t.Error(found)
	}
}

// difference describes the first difference, or is empty.
func difference(at string, result, expected any) string {
	switch expected := expected.(type) {
	case anyText:
		if _, isText := result.(string); isText {
			return ""
		}
		return fmt.Sprintf("%s is %v, want any text", at, result)
	case int:
		return difference(at, result, float64(expected))
	case map[string]any:
		if members, isMap := result.(map[string]any); isMap || result == nil {
			names := maps.Clone(expected)
			maps.Copy(names, members)
			for _, name := range slices.Sorted(maps.Keys(names)) {
				if found := difference(at+"."+name, members[name], expected[name]); found != "" {
					return found
				}
			}
			return ""
		}
	case []any:
		if entries, isList := result.([]any); (isList || result == nil) && len(entries) == len(expected) {
			for index, entry := range entries {
				if found := difference(at+"["+strconv.Itoa(index)+"]", entry, expected[index]); found != "" {
					return found
				}
			}
			return ""
		}
	case nil:
		if isEmpty(result) {
			return ""
		}
	}
	if reflect.DeepEqual(result, expected) {
		return ""
	}
	return fmt.Sprintf("%s is %v, want %v", at, result, expected)
}

func isEmpty(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		return len(value) == 0
	case []any:
		return len(value) == 0
	}
	return value == nil
}
