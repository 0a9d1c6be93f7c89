// Package sandbox gives tests worlds of a Onedoor sandbox: each is a separate server with its own records, clock and faults.
package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"

	onedoor "onedoor.dev/client"
)

// Options say where the sandbox is and what a new world in it is like. All can be left out.
type Options struct {
	// Address of a running sandbox; that in ONEDOOR_SANDBOX if it is empty. Without one, the command onedoor starts a
	// sandbox, which ends with the last world in it.
	Address string `json:"-"`
	// Clock is the time at which the clock of the world starts, RFC 3339; by default the time of the sandbox.
	Clock string `json:"clock,omitempty"`
	// Frozen is whether its clock stands still until it is moved.
	Frozen bool `json:"frozen,omitempty"`
	// Seed is the name of a ready seed that it starts from.
	Seed string `json:"seed,omitempty"`
	// Document is the seed that it starts from, instead of a ready one.
	Document map[string]any `json:"document,omitempty"`
}

// Account of a world.
type Account struct {
	Username string `json:"username"`
	Password string `json:"password"`
	Token    string `json:"token"`
}

// World is a new world of a sandbox, with its calls by family. It is deleted when its test ends.
type World struct {
	Families
	Name     string
	BaseURL  string // of its API and pages
	Accounts []Account
	t        testing.TB
	own      string
}

// New returns a new world, and ends the test if the sandbox refuses it or cannot be started.
func New(t testing.TB, options Options) *World {
	t.Helper()
	address := options.Address
	if address == "" {
		address = os.Getenv("ONEDOOR_SANDBOX")
	}
	if address == "" {
		started, release, err := acquire()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(release)
		address = started
	}
	worlds := strings.TrimSuffix(address, "/") + "/sandbox/worlds"
	var made struct {
		Name     string    `json:"name"`
		BaseURL  string    `json:"base_url"`
		Accounts []Account `json:"accounts"`
	}
	if err := send("POST", worlds, options, &made); err != nil {
		t.Fatal(err)
	}
	own := worlds + "/" + made.Name
	t.Cleanup(func() {
		if err := send("DELETE", own, nil, nil); err != nil {
			t.Fatal(err)
		}
	})
	world := &World{Name: made.Name, BaseURL: made.BaseURL, Accounts: made.Accounts, t: t, own: own}
	world.Families = familiesOf(world)
	return world
}

// Client returns a client of an account, or of none if the username is empty.
func (w *World) Client(username string) *onedoor.Client {
	w.t.Helper()
	if username == "" {
		return onedoor.New(onedoor.WithBaseURL(w.BaseURL))
	}
	for _, account := range w.Accounts {
		if account.Username == username {
			return onedoor.New(onedoor.WithBaseURL(w.BaseURL), onedoor.WithToken(account.Token))
		}
	}
	w.t.Fatalf("the world has no account %s", username)
	return nil
}

// Recording returns what the callers of the world did, as "arazzo", "typescript", "python", "go" or "seed".
func (w *World) Recording(format string) string {
	w.t.Helper()
	var text string
	if err := send("GET", w.own+"/recording?format="+url.QueryEscape(format), nil, &text); err != nil {
		w.t.Fatal(err)
	}
	return text
}

var inPath = regexp.MustCompile(`\{\w+\}`)

// call makes a call of a world: arguments that its path names go there, the others into the query of a GET or DELETE, or
// into the body. It ends the test if the sandbox refuses it.
func call[Result any](w *World, method, path string, args any) *Result {
	w.t.Helper()
	text, err := json.Marshal(args)
	if err != nil {
		w.t.Fatal(err)
	}
	var rest map[string]json.RawMessage
	if err := json.Unmarshal(text, &rest); err != nil {
		w.t.Fatal(err)
	}
	path = inPath.ReplaceAllStringFunc(path, func(found string) string {
		name := found[1 : len(found)-1]
		defer delete(rest, name)
		return url.PathEscape(textOf(rest[name]))
	})
	var body any = rest
	if method == "GET" || method == "DELETE" {
		query := url.Values{}
		for name, value := range rest {
			query.Set(name, textOf(value))
		}
		body, path = nil, path+"?"+query.Encode()
	}
	result := new(Result)
	if err := send(method, w.own+path, body, result); err != nil {
		w.t.Fatal(err)
	}
	return result
}

// textOf returns a value as it is written in an address.
func textOf(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

func send(method, address string, body, into any) error {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, address, content)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s returned %d: %s", method, address, response.StatusCode, text)
	}
	if into == nil || response.StatusCode == http.StatusNoContent {
		return nil
	}
	// No JSON is a string: only a recording is.
	if into, isText := into.(*string); isText {
		*into = string(text)
		return nil
	}
	return json.Unmarshal(text, into)
}

// The sandbox that this process has started, while worlds in it are used: Go has no hook for the end of a process.
var shared struct {
	sync.Mutex
	users   int
	command *exec.Cmd
	input   io.Closer
	url     string
}

// acquire returns the address of the shared sandbox, and the function that ends it after its last user.
func acquire() (string, func(), error) {
	shared.Lock()
	defer shared.Unlock()
	if shared.users == 0 {
		if err := start(); err != nil {
			return "", nil, err
		}
	}
	shared.users++
	return shared.url, release, nil
}

func release() {
	shared.Lock()
	defer shared.Unlock()
	if shared.users--; shared.users == 0 {
		_ = shared.input.Close()
		_ = shared.command.Wait()
	}
}

func start() error {
	command := exec.Command("onedoor", "sandbox", "--port", "0", "--json", "--until-input-ends")
	command.Stderr = os.Stderr
	// It ends with this process, even if that is killed.
	input, err := command.StdinPipe()
	if err != nil {
		return err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); errors.Is(err, exec.ErrNotFound) {
		return errors.New("there is no command onedoor to start a sandbox with: install it, or set ONEDOOR_SANDBOX")
	} else if err != nil {
		return err
	}
	var printed struct {
		URL string `json:"url"`
	}
	if err := json.NewDecoder(output).Decode(&printed); err != nil {
		_ = command.Process.Kill()
		return fmt.Errorf("onedoor sandbox printed no address: %w", errors.Join(err, command.Wait()))
	}
	shared.command, shared.input, shared.url = command, input, printed.URL
	return nil
}
