package onedoor

import (
	"context"
	"iter"
)

// pages iterates over the entries of a list from a page on, fetching further pages as needed, up to the first error.
func pages[A, P, I any, T comparable](
	ctx context.Context, op *operation, fetch func(context.Context, A, ...CallOption) (*P, error), first A,
	options []CallOption, read func(*P) ([]I, *T), argument func(*A) **T,
) iter.Seq2[I, error] {
	return func(yield func(I, error) bool) {
		var none I
		var last Response
		options := append([]CallOption{WithResponse(&last)}, options...)
		args := first
		for {
			page, err := fetch(ctx, args, options...)
			if err != nil {
				yield(none, err)
				return
			}
			entries, following := read(page)
			for _, entry := range entries {
				if !yield(entry, nil) {
					return
				}
			}
			given := argument(&args)
			if following == nil {
				return
			}
			if *given != nil && **given == *following {
				id, message := last.Header.Get("X-Request-Id"), op.id+" names its own page as the next."
				yield(none, &Error{Code: CodeBadResponse, Operation: op.id, Message: message, RequestID: id})
				return
			}
			*given = following
		}
	}
}
