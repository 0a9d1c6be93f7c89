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

// World is a new world of a sandbox. It is deleted when its test ends.
type World struct {
	Name     string    `json:"name"`
	BaseURL  string    `json:"base_url"` // of its API and pages
	Accounts []Account `json:"accounts"`
	Seeds    SeedsMethods `json:"-"`
	t        testing.TB
	own      string
}

// Reading of the clock of a world.
type Reading struct {
	Time   string `json:"time"`
	Frozen bool   `json:"frozen"`
}

// Move of the clock of a world: to a time, or by a duration such as PT2H.
type Move struct {
	Time    string `json:"time,omitempty"`
	Advance string `json:"advance,omitempty"`
	Frozen  *bool  `json:"frozen,omitempty"`
}

// Fault of a world, with the members that the sandbox documents: {"kind": "status", "status": 429, "method": "notes.add"}.
type Fault map[string]any

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
	world := &World{t: t}
	world.request("POST", worlds, options, world)
	world.own = worlds + "/" + world.Name
	world.Seeds = SeedsMethods{world}
	t.Cleanup(func() { world.request("DELETE", world.own, nil, nil) })
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

// Clock reads the clock.
func (w *World) Clock() (reading Reading) {
	w.t.Helper()
	w.request("GET", w.own+"/clock", nil, &reading)
	return reading
}

// MoveClock moves the clock, and does everything that is due by then.
func (w *World) MoveClock(move Move) (reading Reading) {
	w.t.Helper()
	w.request("POST", w.own+"/clock", move, &reading)
	return reading
}

// AddFault adds a fault and returns its id.
func (w *World) AddFault(fault Fault) string {
	w.t.Helper()
	var added struct {
		ID string `json:"id"`
	}
	w.request("POST", w.own+"/faults", fault, &added)
	return added.ID
}

// ClearFaults removes all faults.
func (w *World) ClearFaults() {
	w.t.Helper()
	w.request("DELETE", w.own+"/faults", nil, nil)
}

// SeedsMethods are the methods of seeds.
type SeedsMethods struct{ world *World }

// SeedsResults is what the calls of a seed have returned.
type SeedsResults struct {
	Results []any `json:"results"`
}

// Results returns what the calls of the world's seed have returned, such as the ids of its records.
func (m SeedsMethods) Results() (results SeedsResults) {
	m.world.t.Helper()
	m.world.request("GET", m.world.own+"/seed/results", nil, &results)
	return results
}

// Snapshot keeps the present state under a name.
func (w *World) Snapshot(name string) {
	w.t.Helper()
	w.request("POST", w.own+"/snapshots", map[string]string{"name": name}, nil)
}

// Rewind returns to a state that was kept.
func (w *World) Rewind(name string) {
	w.t.Helper()
	w.request("POST", w.own+"/snapshots/"+url.PathEscape(name)+"/rewind", struct{}{}, nil)
}

func (w *World) request(method, address string, body, into any) {
	w.t.Helper()
	if err := send(method, address, body, into); err != nil {
		w.t.Fatal(err)
	}
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
	if into == nil {
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
