package sandbox

import (
	"context"
	"errors"
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
	if moved := world.MoveClock(Move{Advance: "PT2H"}); moved.Time != "2028-01-01T02:00:00.000Z" || !moved.Frozen {
		t.Fatalf("the clock shows %v", moved)
	}
	if reading := world.Clock(); reading.Time != "2028-01-01T02:00:00.000Z" {
		t.Fatalf("the clock shows %v", reading)
	}
	world.AddFault(Fault{"kind": "status", "status": 401, "method": "notes.list"})
	if _, err := world.Client("ada").Notes.List(ctx); !errors.As(err, &refused) {
		t.Fatalf("with a fault: %v", err)
	}
	world.ClearFaults()
	if _, err := world.Client("ada").Notes.List(ctx); err != nil {
		t.Fatal(err)
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
