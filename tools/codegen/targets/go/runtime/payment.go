package onedoor

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
)

// PaymentChallenge is what a server asks for with a 402.
type PaymentChallenge struct {
	Operation string // what was called, such as routes.eta
	Address   string // the whole address
	// Required is what has to be paid, to whom and how: the header Payment-Required as JSON, or the body without it.
	Required json.RawMessage
	Header   http.Header
	Body     []byte
}

// Payer pays: it returns the headers that prove it, such as Payment-Signature, or nil to decline. It is called at most
// once for each call, which fails with its error.
type Payer func(context.Context, PaymentChallenge) (map[string]string, error)

func challengeOf(operation, address string, answer *answer) PaymentChallenge {
	required, err := base64.StdEncoding.DecodeString(answer.response.Header.Get("Payment-Required"))
	if err != nil || !json.Valid(required) {
		required = answer.body
	}
	return PaymentChallenge{operation, address, required, answer.response.Header, answer.body}
}
