package onedoor

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"
)

// A result is at most some megabytes. What is cut off cannot be read as JSON.
const maxBodyBytes = 256 << 20

var errTimeLimit = fmt.Errorf("nothing arrived within the time limit: %w", context.DeadlineExceeded)

// call returns the result of an operation.
func call[T any](ctx context.Context, d *settings, op *operation, args any, options []CallOption) (*T, error) {
	s := d.prepare(op, args, options, "application/json")
	answer, err := s.send(ctx)
	if err != nil {
		return nil, err
	}
	raw := json.RawMessage(answer.body)
	if !op.bare {
		var envelope struct {
			Result json.RawMessage `json:"result"`
		}
		_ = json.Unmarshal(raw, &envelope)
		raw = envelope.Result
	}
	var result *T
	if err = json.Unmarshal(raw, &result); err != nil || result == nil {
		return nil, s.unreadable(answer, err, "no result; check that the base URL is that of a Onedoor server")
	}
	return result, nil
}

// answer is a response, with its body read unless it is a stream.
type answer struct {
	response *http.Response
	body     []byte
}

// sending is a call under way.
type sending struct {
	settings
	op       *operation
	address  string
	body     []byte
	isStream bool // a successful response's body is read and closed by the caller
}

// prepare returns a call with these defaults that has not been sent. Its err is what is wrong with it.
func (d *settings) prepare(op *operation, args any, options []CallOption, accept string) *sending {
	s := &sending{settings: *d, op: op, isStream: accept != "application/json"}
	s.header = d.header.Clone()
	for _, option := range options {
		option(&s.settings)
	}
	target, body, err := encode(op, args)
	s.address, s.body = s.baseURL+target, body
	takesKey := !op.unkeyed && (op.metered || (op.verb == http.MethodPost && op.retry != "safe"))
	if s.key == "" && s.retries > 0 && takesKey {
		s.key = randomID()
	}
	s.preset("Accept", accept)
	s.preset("X-Request-Id", randomID())
	s.preset("Idempotency-Key", s.key)
	s.preset("Last-Event-Id", s.lastEventID)
	if body != nil {
		s.preset("Content-Type", "application/json")
	}
	s.err = cmp.Or(s.err, err)
	return s
}

// preset sets a header unless it is empty, or set by the caller.
func (s *sending) preset(name, value string) {
	if value != "" && s.header.Get(name) == "" {
		s.header.Set(name, value)
	}
}

// send makes the call, and repeats it if it failed in a way that is worth it. Any other status than 2xx is an error.
func (s *sending) send(ctx context.Context) (*answer, error) {
	endsAt := s.hooks.Now().Add(s.timeout)
	if deadline, has := ctx.Deadline(); has && deadline.Before(endsAt) {
		endsAt = deadline
	}
	return s.limited(ctx, func(ctx context.Context) (*answer, error) { return s.repeat(ctx, endsAt) })
}

// limited gives an exchange the call's time limit. The body of a stream has it again for each of its reads.
func (s *sending) limited(parent context.Context, exchange func(context.Context) (*answer, error)) (*answer, error) {
	if s.err != nil {
		return nil, s.err
	}
	ctx, cancel := context.WithCancelCause(parent)
	limit := time.AfterFunc(s.timeout, func() { cancel(errTimeLimit) })
	answer, err := exchange(ctx)
	if limit.Stop() && err == nil && s.isStream {
		answer.response.Body = &stream{answer.response.Body, ctx, cancel, limit, s.timeout}
		return answer, nil
	}
	cancel(nil)
	return answer, err
}

// stream is the body of a response that is read while it arrives. Closing it ends the request.
type stream struct {
	io.ReadCloser
	ctx     context.Context
	cancel  context.CancelCauseFunc
	limit   *time.Timer
	silence time.Duration
}

func (s *stream) Read(into []byte) (int, error) {
	s.limit.Reset(s.silence)
	defer s.limit.Stop()
	count, err := s.ReadCloser.Read(into)
	if err != nil && s.ctx.Err() != nil {
		err = context.Cause(s.ctx)
	}
	return count, err
}

func (s *stream) Close() error {
	s.cancel(nil)
	return s.ReadCloser.Close()
}

func (s *sending) repeat(ctx context.Context, endsAt time.Time) (*answer, error) {
	wasAskedToPay := false
	for repeat := 0; ; repeat++ {
		answer, err := s.attempt(ctx)
		var failure *Error
		if errors.As(err, &failure) && failure.Status == http.StatusPaymentRequired && s.pay != nil && !wasAskedToPay {
			wasAskedToPay = true
			payment, payErr := s.pay(ctx, challengeOf(s.op.id, s.address, answer))
			if payErr != nil {
				return nil, payErr
			}
			// Repeats carry the same payment: it is taken once, and only for a successful response.
			for name, value := range payment {
				s.header.Set(name, value)
			}
			if payment != nil {
				answer, err = s.attempt(ctx)
			}
		}
		if err == nil {
			s.budget.returnOne()
			return answer, nil
		}
		if repeat >= s.retries || !errors.As(err, &failure) || !s.isWorthRepeating(failure) {
			return nil, err
		}
		wait := delay(repeat, failure.RetryAfter, s.hooks.Random())
		// A delay beyond the call's time limit can only end in a timeout that hides what went wrong.
		if !s.hooks.Now().Add(wait).Before(endsAt) || !s.budget.take() {
			return nil, err
		}
		if err := s.hooks.Sleep(ctx, wait); err != nil {
			return nil, s.broken(ctx, err)
		}
	}
}

// attempt sends the request once. The answer is also returned with the error of a failing status.
func (s *sending) attempt(ctx context.Context) (*answer, error) {
	request, err := http.NewRequestWithContext(ctx, s.op.verb, s.address, bytes.NewReader(s.body))
	if err != nil {
		return nil, fmt.Errorf("onedoor: %s: %w", s.op.id, err)
	}
	request.Header = s.header.Clone()
	if err := s.authorize(ctx, request.Header); err != nil {
		return nil, err
	}
	response, err := s.http.Do(request)
	if err != nil {
		return nil, s.broken(ctx, err)
	}
	isOk := response.StatusCode >= 200 && response.StatusCode < 300
	answer := &answer{response: response}
	if !isOk || !s.isStream {
		defer response.Body.Close()
		if answer.body, err = io.ReadAll(io.LimitReader(response.Body, maxBodyBytes)); err != nil {
			return nil, s.broken(ctx, err)
		}
	}
	if s.response != nil {
		*s.response = Response{Status: response.StatusCode, Header: response.Header, Body: answer.body}
	}
	if !isOk {
		return answer, s.failureOf(response, answer.body)
	}
	return answer, nil
}

// failureOf is the error that a response describes.
func (s *sending) failureOf(response *http.Response, body []byte) *Error {
	return s.identified(errorOf(s.op.id, response, body, s.hooks.Now()))
}

// unreadable is the error for a response that is not what the operation returns.
func (s *sending) unreadable(answer *answer, cause error, found string) *Error {
	failure := s.failureOf(answer.response, answer.body)
	failure.Code, failure.cause = CodeBadResponse, cause
	failure.Message = fmt.Sprintf("%s returned %d with %s.", s.op.id, failure.Status, found)
	return failure
}

// broken is the error for a request without a response, because of its context or of its connection.
func (s *sending) broken(ctx context.Context, cause error) *Error {
	failure := &Error{Code: CodeNetwork, Operation: s.op.id, cause: cmp.Or(context.Cause(ctx), cause)}
	var inner *url.Error
	switch {
	case ctx.Err() == nil:
		if errors.As(cause, &inner) {
			cause = inner.Err
		}
		failure.Message = fmt.Sprintf("No response from %s: %v.", s.baseURL, cause)
	case errors.Is(failure.cause, errTimeLimit):
		failure.Code, failure.Message = CodeTimeout, fmt.Sprintf("%s took longer than %v.", s.op.id, s.timeout)
	case errors.Is(failure.cause, context.DeadlineExceeded):
		failure.Code, failure.Message = CodeTimeout, s.op.id+" took longer than its context allows."
	default:
		failure.Code, failure.Message = CodeCanceled, s.op.id+" was cancelled."
	}
	return s.identified(failure)
}

// identified names the id that the client sent if the server named none.
func (s *sending) identified(failure *Error) *Error {
	if failure.RequestID == "" {
		failure.RequestID = s.header.Get("X-Request-Id")
	}
	return failure
}

// isWorthRepeating applies the rules that are the same in every client of this API.
func (s *sending) isWorthRepeating(failure *Error) bool {
	isKeyed := s.key != ""
	switch {
	case slices.Contains(refusedStatuses, failure.Status):
		return true
	case isKeyed && failure.Status == http.StatusConflict && failure.Code == CodeConflict:
		// An earlier attempt with the same key is still running.
		return failure.RetryAfter != nil
	case (s.op.retry == "unsafe" && !isKeyed) || slices.Contains(lastingCodes, failure.Code):
		return false
	}
	return failure.Status == 0 || slices.Contains(lostStatuses, failure.Status)
}

// budget is what the repeats of all calls of a client may cost together. While a server fails, it gets few more requests
// than calls, instead of a multiple of them (Google, Site Reliability Engineering, "Handling Overload").
type budget struct {
	mutex sync.Mutex
	left  int
}

// take pays for a repeat. It returns false if too little is left.
func (b *budget) take() bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.left < repeatCost {
		return false
	}
	b.left -= repeatCost
	return true
}

// returnOne is for a successful call.
func (b *budget) returnOne() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.left = min(maxBudget, b.left+1)
}

// delay is how long to wait before repeat number repeat, from 0. Without a Retry-After of the server it doubles each
// time, and its second half is random so that clients that failed together retry at different times.
func delay(repeat int, retryAfter *time.Duration, random float64) time.Duration {
	if retryAfter != nil {
		return *retryAfter
	}
	whole := math.Min(float64(maxDelay), float64(firstDelay)*math.Pow(2, float64(repeat)))
	return time.Duration(whole/2 + whole/2*random).Round(time.Millisecond)
}

func randomID() string {
	var random [16]byte
	_, _ = rand.Read(random[:]) // it never fails, by its documentation
	return fmt.Sprintf("%x", random)
}

// download returns a response whose body is read while it arrives.
func download(ctx context.Context, d *settings, op *operation, args any, options []CallOption) (*http.Response, error) {
	s := d.prepare(op, args, options, "*/*")
	answer, err := s.send(ctx)
	if err != nil {
		return nil, err
	}
	return answer.response, nil
}
