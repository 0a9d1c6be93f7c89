package onedoor

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Event is one event of a stream.
type Event struct {
	// ID is the id of the last event that had one: WithLastEventID continues after it.
	ID string
	// Name is the kind of event; message if it has none.
	Name string
	// Data is JSON where the server is Onedoor.
	Data string
}

// Decode reads the event's data, which is JSON, into target.
func (e Event) Decode(target any) error { return json.Unmarshal([]byte(e.Data), target) }

// An event is at most some kilobytes.
const maxLineBytes = 16 << 20

// subscription iterates over the events of a stream that goes on, reconnecting after the last event when the connection
// ends. It ends with the first error, and with an event end, unless the server is only stopping.
func subscription(
	ctx context.Context, t *transport, op *operation, args any, options []CallOption,
) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		s, err := t.prepare(op, args, options, true)
		if err != nil {
			yield(Event{}, err)
			return
		}
		// The time to reconnect that the stream named last.
		var retry *time.Duration
		for repeat := 0; ; repeat++ {
			isOver, err := s.follow(ctx, &retry, func(event Event) bool {
				repeat = 0
				return yield(event, nil)
			})
			if isOver {
				return
			}
			var failure *Error
			if !errors.As(err, &failure) || repeat >= s.settings.retries || !s.isWorthRepeating(failure) {
				yield(Event{}, err)
				return
			}
			wait := failure.RetryAfter
			if wait == nil {
				wait = retry
			}
			if err := s.hooks.Sleep(ctx, delay(repeat, wait, s.hooks.Random())); err != nil {
				yield(Event{}, s.ended(context.Cause(ctx)))
				return
			}
		}
	}
}

// follow reads one connection's events. Without an error, the stream is over; otherwise the error says how it broke.
func (s *sending) follow(ctx context.Context, retry **time.Duration, yield func(Event) bool) (isOver bool, err error) {
	answer, err := s.limited(ctx, s.attempt)
	if err != nil {
		return false, err
	}
	events, err := s.eventsOf(answer)
	if err != nil || events == nil {
		return err == nil, err
	}
	defer events.body.Close()
	events.lastID = s.header.Get("Last-Event-Id")
	for {
		event, err := events.next()
		if events.retry != nil {
			*retry = events.retry
		}
		if events.lastID != "" {
			s.header.Set("Last-Event-Id", events.lastID)
		}
		if err != nil {
			if ctx.Err() != nil {
				return false, s.ended(context.Cause(ctx))
			}
			return false, s.broken(err)
		}
		var end struct{ Reason string }
		isEnd := event.Name == "end" && event.Decode(&end) == nil
		if isEnd && end.Reason == "stopping" {
			return false, s.broken(errors.New("the server is stopping"))
		}
		if !yield(event) || isEnd {
			return true, nil
		}
	}
}

// progress iterates over the events of a call. The event answer is the last; the event error ends it with that error.
func progress(
	ctx context.Context, t *transport, op *operation, args any, options []CallOption,
) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		s, err := t.prepare(op, args, options, true)
		if err == nil {
			err = s.progress(ctx, func(event Event) bool { return yield(event, nil) })
		}
		if err != nil {
			yield(Event{}, err)
		}
	}
}

func (s *sending) progress(ctx context.Context, yield func(Event) bool) error {
	answer, err := s.send(ctx)
	if err != nil {
		return err
	}
	events, err := s.eventsOf(answer)
	if err != nil || events == nil {
		return err
	}
	defer events.body.Close()
	for {
		event, err := events.next()
		switch {
		case err != nil && ctx.Err() != nil:
			return s.ended(context.Cause(ctx))
		case err != nil:
			return s.broken(err)
		case event.Name == "error":
			return s.errorOfEvent(answer, event)
		case !yield(event) || event.Name == "answer":
			return nil
		}
	}
}

// errorOfEvent is the error that a call's events ended with, with the status that it would have had alone.
func (s *sending) errorOfEvent(answer *answer, event Event) error {
	failure := errorOf(s.op.id, answer.response, []byte(event.Data), s.hooks.Now())
	failure.Status = 0
	for status, codes := range codesByStatus {
		if slices.Contains(codes, failure.Code) {
			failure.Status = status
		}
	}
	return s.identified(failure)
}

// eventsOf returns the events of a response; nil if it has none and says so.
func (s *sending) eventsOf(answer *answer) (*eventReader, error) {
	response := answer.response
	if response.StatusCode == http.StatusNoContent {
		return nil, response.Body.Close()
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if kind != "text/event-stream" {
		defer response.Body.Close()
		failure := errorOf(s.op.id, response, nil, s.hooks.Now())
		failure.Code = CodeBadResponse
		failure.Message = fmt.Sprintf("%s returned no events: is the base URL the address of a Onedoor server?", s.op.id)
		return nil, s.identified(failure)
	}
	return newEventReader(response.Body), nil
}

// eventReader reads server-sent events by the HTML standard, section 9.2.6.
type eventReader struct {
	body  io.ReadCloser
	lines *bufio.Scanner
	// Nothing was read yet: the first line may begin with a byte order mark.
	isNew bool
	// The id of the last event that was complete.
	lastID string
	// The time to reconnect; nil if the stream named none.
	retry *time.Duration
}

func newEventReader(body io.ReadCloser) *eventReader {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, maxLineBytes)
	lines.Split(lineSplitter())
	return &eventReader{body: body, lines: lines, isNew: true}
}

// lineSplitter splits at LF, CR and CRLF. A CR ends a line at once, because a LF may never come.
func lineSplitter() bufio.SplitFunc {
	isAfterCR := false
	return func(data []byte, isAtEnd bool) (int, []byte, error) {
		skipped := 0
		if isAfterCR && len(data) > 0 {
			isAfterCR = false
			if data[0] == '\n' {
				data, skipped = data[1:], 1
			}
		}
		end := bytes.IndexAny(data, "\r\n")
		if end < 0 {
			// What is left at the end is no whole line.
			return skipped, nil, nil
		}
		isAfterCR = data[end] == '\r'
		return skipped + end + 1, data[:end], nil
	}
}

// next returns the next event. Its error is io.ErrUnexpectedEOF if the connection ended.
func (r *eventReader) next() (Event, error) {
	var data []string
	event, id := Event{Name: "message"}, r.lastID
	size := 0
	for r.lines.Scan() {
		line := strings.ToValidUTF8(r.lines.Text(), "\uFFFD")
		if r.isNew {
			line, r.isNew = strings.TrimPrefix(line, "\uFEFF"), false
		}
		if line == "" {
			r.lastID = id
			if data != nil {
				event.ID, event.Data = id, strings.Join(data, "\n")
				return event, nil
			}
			event.Name = "message"
			continue
		}
		if size += len(line); size > maxLineBytes {
			return Event{}, bufio.ErrTooLong
		}
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "event":
			event.Name = value
		case "data":
			data = append(data, value)
		case "id":
			if !strings.Contains(value, "\x00") {
				id = value
			}
		case "retry":
			if milliseconds, err := strconv.ParseUint(value, 10, 31); err == nil {
				r.retry = Ptr(time.Duration(milliseconds) * time.Millisecond)
			}
		}
	}
	if err := r.lines.Err(); err != nil {
		return Event{}, err
	}
	return Event{}, io.ErrUnexpectedEOF
}
