"""The test kit of the Python client: ONEDOOR_SANDBOX is the address of a sandbox."""

from unittest import TestCase

from onedoor import OnedoorError
from onedoor.sandbox import create_sandbox


def titles(client):
    return sorted(note["title"] for note in client.notes.list()["items"])


class TheKit(TestCase):
    def test_has_clients_of_accounts_and_ends_with_its_world(self):
        with create_sandbox(seed="family") as world:
            self.assertEqual(titles(world.client("layla")), ["Shoe sizes"])
            self.assertEqual(titles(world.client("omar")), [])
            with self.assertRaises(OnedoorError):
                world.client().notes.list()
            with self.assertRaisesRegex(ValueError, "no account nobody. Its accounts: ada"):
                world.client("nobody")
        with self.assertRaises(OnedoorError):
            world.client("layla").notes.get(title="Shoe sizes")

    def test_moves_the_clock(self):
        with create_sandbox(clock="2028-01-01T00:00:00Z", frozen=True) as world:
            moved = world.clock.move(advance="PT2H")
            self.assertEqual((moved["time"], moved["frozen"]), ("2028-01-01T02:00:00.000Z", True))
            world.clock.move(time="2028-01-03T00:00:00+01:00", frozen=True)
            self.assertEqual(world.clock.get()["time"], "2028-01-02T23:00:00.000Z")

    def test_adds_and_clears_faults(self):
        with create_sandbox() as world:
            notes = world.client("ada").notes
            for times in (1, None):
                world.faults.add(kind="status", status=401, method="notes.list", **({"times": times} if times else {}))
                with self.assertRaises(OnedoorError):
                    notes.list()
            world.faults.clear()
            self.assertEqual(notes.list()["items"], [])

    def test_takes_snapshots_and_goes_back_to_them(self):
        with create_sandbox(clock="2028-01-01T00:00:00Z", frozen=True) as world:
            ada = world.client("ada")
            ada.notes.add(title="Kept", text="x")
            world.snapshots.take(name="kept")
            for title in ("Later", "Later still"):
                ada.notes.add(title=title, text="x")
                world.clock.move(advance="P1D")
                world.snapshots.rewind(snapshot="kept")
                self.assertEqual(titles(ada), ["Kept"])
                self.assertEqual(world.clock.get()["time"], "2028-01-01T00:00:00.000Z")
            with self.assertRaisesRegex(OnedoorError, "The snapshot kept exists already"):
                world.snapshots.take(name="kept")
            world.snapshots.take(name="again")
            with self.assertRaisesRegex(OnedoorError, "There is no snapshot other"):
                world.snapshots.rewind(snapshot="other")
            self.assertEqual(titles(ada), ["Kept"])

    def test_makes_every_other_call(self):
        with create_sandbox(document={"accounts": [{"username": "zoe"}]}) as world:
            self.assertEqual(world.seeds.results(), {"results": []})
            fault = world.faults.add(kind="latency", ms=1)["id"]
            self.assertEqual([each["id"] for each in world.faults.list()["faults"]], [fault])
            self.assertIsNone(world.faults.remove(id=fault))
            self.assertEqual(world.faults.list()["faults"], [])
            world.model.set(rules=[{"when": "open", "reply": "Yes."}])
            self.assertEqual(world.model.get()["rules"], [{"when": "open", "reply": "Yes."}])
            world.mail.bring(to="zoe", from_="theo@example.org", text="Tea?")
            world.messages.bring(from_="+447700900123", text="STOP")
            self.assertEqual(len(world.client("zoe").mail.inbox()["items"]), 1)
            self.assertEqual(world.deliveries.list(kind="mail")["deliveries"], [])
            self.assertEqual([each["method"] for each in world.calls.list_all(limit=1)], ["mail.inbox"])
            parts = {"arazzo": "arazzo", "typescript": "import", "python": "def test", "go": "func Test", "seed": "calls:"}
            for name, part in parts.items():
                self.assertIn(part, world.recording(name))
