package main

import (
	"sync"
	"testing"
)

func TestFind(t *testing.T) {
	detector, err := NewDetector(`{"profile": "recommended"}`)
	if err != nil {
		t.Fatal(err)
	}
	text := "Siehe bücher.de/neu (oder frag jörg@bücher.de)."
	want := []Link{
		{6, 20, "bücher.de/neu", "https://xn--bcher-kva.de/neu"},
		{32, 48, "jörg@bücher.de", "mailto:j%C3%B6rg@xn--bcher-kva.de"},
	}
	var group sync.WaitGroup
	for i := 0; i < 4; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			links, err := detector.Find(text)
			if err != nil || len(links) != 2 || links[0] != want[0] || links[1] != want[1] {
				t.Errorf("got %v, %v", links, err)
			}
		}()
	}
	group.Wait()
	if links, err := detector.Find(""); err != nil || len(links) != 0 {
		t.Errorf("got %v, %v", links, err)
	}
}

func TestErrors(t *testing.T) {
	if _, err := NewDetector(`{"profile": "best"}`); err == nil {
		t.Error("an unknown profile is accepted")
	}
	detector, _ := NewDetector("{}")
	if _, err := detector.Find("\xff"); err == nil {
		t.Error("a text that is not UTF-8 is accepted")
	}
}
