package sandbox

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	onedoor "onedoor.dev/client"
)

func TestAWorldHasClientsAndItsOwnClock(t *testing.T) {
	world := New(t, Options{Clock: "2028-01-01T00:00:00Z", Frozen: true})
	ctx := context.Background()
	if _, err := world.Client("ada").Notes.Add(ctx, onedoor.NotesAddArgs{Title: "Only here", Text: "x"}); err != nil {
		t.Fatal(err)
	}
	notes, err := world.Client("omar").Notes.List(ctx)
	if err != nil || len(notes.Items) != 0 {
		t.Fatalf("omar has %v, %v", notes, err)
	}
	var refused *onedoor.Error
	if _, err := world.Client("").Notes.List(ctx); !errors.As(err, &refused) {
		t.Fatalf("without an account: %v", err)
	}
	if moved := world.Clock.Move(ClockMoveArgs{Advance: onedoor.Ptr("PT2H")}); moved.Time != "2028-01-01T02:00:00.000Z" || !moved.Frozen {
		t.Fatalf("the clock shows %v", moved)
	}
	if reading := world.Clock.Get(); reading.Time != "2028-01-01T02:00:00.000Z" {
		t.Fatalf("the clock shows %v", reading)
	}
	fault := world.Faults.Add(FaultsAddArgs{
		Kind: FaultKindStatus, Status: onedoor.Ptr(401), Method: onedoor.Ptr("notes.list"),
	})
	if _, err := world.Client("ada").Notes.List(ctx); !errors.As(err, &refused) {
		t.Fatalf("with a fault: %v", err)
	}
	if listed := world.Faults.List().Faults; len(listed) != 1 || listed[0].ID != fault.ID {
		t.Fatalf("the faults are %v", listed)
	}
	world.Faults.Remove(FaultsRemoveArgs{ID: fault.ID})
	if _, err := world.Client("ada").Notes.List(ctx); err != nil {
		t.Fatal(err)
	}
}

// refusing is a test that notes why it ended.
type refusing struct {
	testing.TB
	reason string
}

func (r *refusing) Helper() {}

func (r *refusing) Fatal(reasons ...any) {
	r.reason = fmt.Sprint(reasons...)
	runtime.Goexit()
}

// refusal returns why the sandbox refused something.
func refusal(t *testing.T, world *World, work func(*World)) string {
	t.Helper()
	test := &refusing{TB: t}
	refused := *world
	refused.t = test
	refused.Families = familiesOf(&refused)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		work(&refused)
	}()
	<-ended
	return test.reason
}

func TestAWorldGoesBackToASnapshot(t *testing.T) {
	world := New(t, Options{Clock: "2028-01-01T00:00:00Z", Frozen: true})
	ctx := context.Background()
	ada := world.Client("ada")
	add := func(title string) {
		t.Helper()
		if _, err := ada.Notes.Add(ctx, onedoor.NotesAddArgs{Title: title, Text: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	add("Kept")
	world.Snapshots.Take(SnapshotsTakeArgs{Name: "kept"})
	for _, title := range []string{"Later", "Later still"} {
		add(title)
		world.Clock.Move(ClockMoveArgs{Time: onedoor.Ptr("2028-01-03T00:00:00+01:00")})
		world.Snapshots.Rewind(SnapshotsRewindArgs{Snapshot: "kept"})
		notes, err := ada.Notes.List(ctx)
		if err != nil || len(notes.Items) != 1 || notes.Items[0].Title != "Kept" {
			t.Fatalf("after the rewind: %v, %v", notes, err)
		}
		if reading := world.Clock.Get(); reading.Time != "2028-01-01T00:00:00.000Z" {
			t.Fatalf("the clock shows %v", reading)
		}
	}
	if reason := refusal(t, world, func(w *World) { w.Snapshots.Take(SnapshotsTakeArgs{Name: "kept"}) }); !strings.Contains(reason, "kept exists already") {
		t.Fatalf("a second snapshot of the same name: %q", reason)
	}
	world.Snapshots.Take(SnapshotsTakeArgs{Name: "again"})
	if reason := refusal(t, world, func(w *World) { w.Snapshots.Rewind(SnapshotsRewindArgs{Snapshot: "other"}) }); !strings.Contains(reason, "no snapshot other") {
		t.Fatalf("a snapshot that there is not: %q", reason)
	}
}

func TestEqualFindsEachDifference(t *testing.T) {
	result := struct {
		Title string   `json:"title"`
		Count int      `json:"count"`
		Tags  []string `json:"tags,omitempty"`
		Data  any      `json:"data"`
	}{"A <b>", 3, nil, []any{1.5, map[string]any{"id": "x"}}}
	same := func() map[string]any {
		return map[string]any{
			"title": "A <b>", "count": 3, "tags": []any{},
			"data": []any{1.5, map[string]any{"id": Any, "note": nil}},
		}
	}
	compared := func(change func(map[string]any)) string {
		expected := same()
		change(expected)
		test := &noting{TB: t}
		Equal(test, result, expected)
		return test.found
	}
	for expected, change := range map[string]func(map[string]any){
		"":                                    func(map[string]any) {},
		"result.count is 3, want any text":    func(m map[string]any) { m["count"] = Any },
		"result.count is 3, want 4":           func(m map[string]any) { m["count"] = 4 },
		"result.title is A <b>, want <nil>":   func(m map[string]any) { delete(m, "title") },
		"result.more is <nil>, want 1":        func(m map[string]any) { m["more"] = 1 },
		"result.tags is <nil>, want [x]":      func(m map[string]any) { m["tags"] = []any{"x"} },
		"result.data[0] is 1.5, want 2":       func(m map[string]any) { m["data"].([]any)[0] = 2 },
		"result.data[1] is map[id:x], want x": func(m map[string]any) { m["data"].([]any)[1] = "x" },
	} {
		if found := compared(change); found != expected {
			t.Errorf("found %q, want %q", found, expected)
		}
	}
}

type noting struct {
	testing.TB
	found string
}

func (n *noting) Helper() {}

func (n *noting) Error(found ...any) {
	n.found = fmt.Sprint(found...)
}

func TestAWorldMakesEveryOtherCall(t *testing.T) {
	document := map[string]any{"accounts": []any{map[string]any{"username": "zoe"}}}
	world := New(t, Options{Document: document})
	if results := world.Seeds.Results().Results; len(results) != 0 {
		t.Fatalf("the seed has made %v", results)
	}
	world.Model.Set(ModelSetArgs{Rules: []ModelRule{{When: onedoor.Ptr("open"), Reply: "Yes."}}})
	if rules := world.Model.Get().Rules; len(rules) != 1 || rules[0].Reply != "Yes." {
		t.Fatalf("the rules are %v", rules)
	}
	world.Mail.Bring(MailBringArgs{To: "zoe", From: "theo@example.org", Text: onedoor.Ptr("Tea?")})
	world.Messages.Bring(MessagesBringArgs{From: "+447700900123", Text: "STOP"})
	inbox, err := world.Client("zoe").Mail.Inbox(context.Background(), onedoor.MailInboxArgs{})
	if err != nil || len(inbox.Items) != 1 {
		t.Fatalf("the mail is %v, %v", inbox, err)
	}
	if sent := world.Deliveries.List(DeliveriesListArgs{Kind: onedoor.Ptr(DeliveryKindMail)}).Deliveries; len(sent) != 0 {
		t.Fatalf("the world has sent %v", sent)
	}
	calls := world.Calls.List(CallsListArgs{Limit: onedoor.Ptr(1)}).Calls
	if len(calls) != 1 || calls[0].Method == nil || *calls[0].Method != "mail.inbox" {
		t.Fatalf("the calls are %v", calls)
	}
	for format, part := range map[string]string{"arazzo": "arazzo", "typescript": "import", "python": "def test", "go": "func Test", "seed": "calls:"} {
		if text := world.Recording(format); !strings.Contains(text, part) {
			t.Fatalf("the recording as %s is %s", format, text)
		}
	}
	world.Faults.Add(FaultsAddArgs{Kind: FaultKindLatency, Ms: onedoor.Ptr(1)})
	world.Faults.Clear()
	if listed := world.Faults.List().Faults; len(listed) != 0 {
		t.Fatalf("the faults are %v", listed)
	}
}

func TestWorldsAreSeparate(t *testing.T) {
	for range 2 {
		world := New(t, Options{})
		saved, err := world.Client("ada").Notes.Add(context.Background(), onedoor.NotesAddArgs{Title: "Mine", Text: "x"})
		if err != nil || !saved.IsNew {
			t.Fatalf("%v, %v", saved, err)
		}
	}
}
