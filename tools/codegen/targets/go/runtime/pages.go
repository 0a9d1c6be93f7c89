package onedoor

import (
	"context"
	"iter"
)

// pages iterates over the entries of a list from the page that args name, fetching further pages as needed. It ends with
// the first error.
func pages[A, P, I any, T comparable](
	ctx context.Context, op *operation, fetch func(context.Context, A, ...CallOption) (*P, error), first A,
	options []CallOption, read func(*P) ([]I, *T), argument func(*A) **T,
) iter.Seq2[I, error] {
	return func(yield func(I, error) bool) {
		var none I
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
				message := op.id + " names the page it was asked for as the next one."
				yield(none, &Error{Code: CodeBadResponse, Operation: op.id, Message: message})
				return
			}
			*given = following
		}
	}
}
