package onedoor

import (
	"bufio"
	"bytes"
	"cmp"
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
	ID   string // of the last event that had one: WithLastEventID continues after it
	Name string // the kind of event; message if it has none
	Data string // JSON
}

// Decode reads the event's data into target.
func (e Event) Decode(target any) error { return json.Unmarshal([]byte(e.Data), target) }

// follow iterates over the events of a stream that goes on, reconnecting after the last event when the connection
// ends. An event end is the last, unless the server is only stopping.
func follow(ctx context.Context, d *settings, op *operation, args any, options []CallOption) iter.Seq2[Event, error] {
	return sequence(func(yield func(Event) bool) error {
		s := d.prepare(op, args, options, eventStream)
		reader := &eventReader{lastID: s.header.Get("Last-Event-Id")}
		for repeat := 0; ; repeat++ {
			answer, err := s.limited(ctx, s.attempt)
			if err == nil {
				err = s.read(ctx, answer, reader, func(event Event) (bool, error) {
					// A stop is no event of the caller: a server that does nothing else is not asked again without an end.
					var end struct{ Reason string }
					if event.Name == "end" && event.Decode(&end) == nil && end.Reason == "stopping" {
						return false, s.broken(ctx, errors.New("the server is stopping"))
					}
					repeat = 0
					return yield(event) && event.Name != "end", nil
				})
			}
			var failure *Error
			if !errors.As(err, &failure) || repeat >= s.retries || !s.isWorthRepeating(failure) {
				return err
			}
			s.header.Del("Last-Event-Id")
			s.preset("Last-Event-Id", reader.lastID)
			wait := delay(repeat, cmp.Or(failure.RetryAfter, reader.retry), s.hooks.Random())
			if wait > maxReconnect {
				return err
			}
			if err := s.hooks.Sleep(ctx, wait); err != nil {
				return s.broken(ctx, err)
			}
		}
	})
}

// progress iterates over the events of a call. The event answer is the last; the event error ends it with that error,
// whose status is that of its code.
func progress(ctx context.Context, d *settings, op *operation, args any, options []CallOption) iter.Seq2[Event, error] {
	return sequence(func(yield func(Event) bool) error {
		s := d.prepare(op, args, options, eventStream)
		answer, err := s.send(ctx)
		if err != nil {
			return err
		}
		return s.read(ctx, answer, &eventReader{}, func(event Event) (bool, error) {
			if event.Name != "error" {
				return yield(event) && event.Name != "answer", nil
			}
			failure := s.failureOf(answer.response, []byte(event.Data))
			for status, codes := range codesByStatus {
				if slices.Contains(codes, failure.Code) {
					failure.Status = status
				}
			}
			return false, failure
		})
	})
}

// sequence is an iterator over what run yields. It ends with the error of run, if any.
func sequence(run func(yield func(Event) bool) error) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		isLeft := false
		err := run(func(event Event) bool {
			isLeft = !yield(event, nil)
			return !isLeft
		})
		if err != nil && !isLeft {
			yield(Event{}, err)
		}
	}
}

const eventStream = "text/event-stream"

// read passes on the events of a response until one is the last. Its error says how the connection broke.
func (s *sending) read(ctx context.Context, answer *answer, r *eventReader, pass func(Event) (bool, error)) error {
	response := answer.response
	defer response.Body.Close()
	if response.StatusCode == http.StatusNoContent {
		return nil
	}
	if kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); kind != eventStream {
		return s.unreadable(answer, nil, "something else than events; check that the base URL is that of a Onedoor server")
	}
	r.open(response.Body)
	for {
		event, err := r.next()
		if errors.Is(err, bufio.ErrTooLong) {
			return s.unreadable(answer, err, fmt.Sprintf("an event of more than %d bytes", maxEventBytes))
		}
		if err != nil {
			return s.broken(ctx, err)
		}
		if isGoingOn, err := pass(event); err != nil || !isGoingOn {
			return err
		}
	}
}

// eventReader reads server-sent events by the HTML standard, section 9.2.6.
type eventReader struct {
	lines  *bufio.Scanner
	lastID string         // of the last event that was complete
	retry  *time.Duration // the time to reconnect; nil if the stream named none
}

// An event is at most some kilobytes.
const maxEventBytes = 16 << 20

func (r *eventReader) open(body io.Reader) {
	source := bufio.NewReader(body)
	if mark, _ := source.Peek(3); string(mark) == "\uFEFF" {
		_, _ = source.Discard(3)
	}
	r.lines = bufio.NewScanner(source)
	r.lines.Buffer(nil, maxEventBytes)
	isAfterCR := false
	// A CR ends a line at once, because a LF may never come. What is left at the end is no whole line.
	r.lines.Split(func(data []byte, _ bool) (int, []byte, error) {
		skipped := 0
		if len(data) > 0 && isAfterCR && data[0] == '\n' {
			skipped = 1
		}
		isAfterCR = isAfterCR && len(data) == 0
		end := bytes.IndexAny(data[skipped:], "\r\n")
		if end < 0 {
			return skipped, nil, nil
		}
		isAfterCR = data[skipped+end] == '\r'
		return skipped + end + 1, data[skipped : skipped+end], nil
	})
}

// next returns the next event. Its error is io.ErrUnexpectedEOF if the connection ended.
func (r *eventReader) next() (Event, error) {
	var data []string
	name, id, size := "", r.lastID, 0
	for r.lines.Scan() {
		line := strings.ToValidUTF8(r.lines.Text(), "\uFFFD")
		if size += len(line); size > maxEventBytes {
			return Event{}, bufio.ErrTooLong
		}
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "event":
			name = value
		case "data":
			data = append(data, value)
		case "id":
			if !strings.Contains(value, "\x00") {
				id = value
			}
		case "retry":
			milliseconds, err := strconv.ParseUint(value, 10, 64)
			if err == nil || errors.Is(err, strconv.ErrRange) {
				r.retry = Ptr(time.Duration(min(milliseconds, uint64(maxReconnect/time.Millisecond))) * time.Millisecond)
			}
		}
		if line != "" {
			continue
		}
		r.lastID = id
		if data != nil {
			return Event{ID: id, Name: cmp.Or(name, "message"), Data: strings.Join(data, "\n")}, nil
		}
		name, size = "", 0
	}
	return Event{}, cmp.Or(r.lines.Err(), io.ErrUnexpectedEOF)
}
