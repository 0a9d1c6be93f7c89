package onedoor

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// ErrorCode says what a call failed with. Codes that this version does not know are passed through.
type ErrorCode string

// Codes of failures that no response describes.
const (
	CodeNetwork     ErrorCode = "network"      // no response arrived
	CodeTimeout     ErrorCode = "timeout"      // the time limit or the context's deadline passed
	CodeCanceled    ErrorCode = "canceled"     // the context was cancelled
	CodeBadResponse ErrorCode = "bad_response" // not from a Onedoor server: the base URL may be wrong
)

// ArgumentFault is one argument that was rejected.
type ArgumentFault struct {
	Path    string `json:"path"`    // the argument's name, or its path such as tags[2]
	Message string `json:"message"` // what is wrong and what would be right: must be at most 100
}

// Error is a call that failed. Its text is one sentence that a person can act on.
type Error struct {
	Code       ErrorCode // what to branch on
	Operation  string    // what was called, such as notes.add
	Message    string
	Status     int             // of HTTP; 0 if none described the failure
	Details    []ArgumentFault // all arguments that were rejected, with CodeInvalidArgument
	RequestID  string          // the id under which the server logged the call: quote it when asking for help
	RetryAfter *time.Duration  // how long to wait before a repeat; nil if the server did not say
	Body       []byte          // as received: with CodePaymentRequired it contains the payment challenge
	cause      error
}

func (e *Error) Error() string { return e.Message }

// Unwrap returns the underlying failure, such as context.Canceled; nil if the server responded with the error.
func (e *Error) Unwrap() error { return e.cause }

// HasCode reports whether an error is an Error with one of these codes.
func HasCode(err error, codes ...ErrorCode) bool {
	var failure *Error
	return errors.As(err, &failure) && slices.Contains(codes, failure.Code)
}

// errorOf is the error for a response with a failing status. It reads both forms: {error, code, details} of the tools
// and {id, code, detail, status} of the older services, whose code is the HTTP status as a number.
func errorOf(operation string, response *http.Response, body []byte, now time.Time) *Error {
	failure := &Error{
		Code:       CodeBadResponse,
		Operation:  operation,
		Status:     response.StatusCode,
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: retryAfter(response.Header.Get("Retry-After"), now),
		Body:       body,
	}
	if codes := codesByStatus[failure.Status]; len(codes) > 0 {
		failure.Code = codes[0]
	}
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(body, &fields)
	message, hasError := textOf(fields["error"])
	code, hasCode := textOf(fields["code"])
	detail, hasDetail := textOf(fields["detail"])
	switch {
	case hasError && hasCode:
		failure.Message, failure.Code = message, ErrorCode(code)
		_ = json.Unmarshal(fields["details"], &failure.Details)
		// Client and server may be of different versions.
		if failure.Code == CodeUnknownMethod {
			failure.Message += " This client was made for version " + Version + " of the API."
		}
	case hasDetail:
		failure.Message = detail
		// The older services return 404 for a record that does not exist; the tools reserve it for unknown methods.
		if failure.Status == http.StatusNotFound {
			failure.Code = CodeNotFound
		}
	default:
		failure.Message = fmt.Sprintf("%s returned %d without an error message.", operation, failure.Status)
	}
	return failure
}

func textOf(raw json.RawMessage) (string, bool) {
	var text *string
	if json.Unmarshal(raw, &text) != nil || text == nil {
		return "", false
	}
	return *text, true
}

// retryAfter reads a Retry-After header (RFC 9110, 10.2.3): whole seconds, or a date. Returns nil if it is neither.
func retryAfter(header string, now time.Time) *time.Duration {
	seconds, err := strconv.ParseUint(header, 10, 64)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		// More seconds would overflow a Duration.
		return Ptr(time.Duration(min(seconds, 1<<32)) * time.Second)
	}
	moment, err := http.ParseTime(header)
	if err != nil {
		return nil
	}
	wait := max(0, moment.Sub(now))
	return Ptr((wait + time.Second - 1).Truncate(time.Second))
}
