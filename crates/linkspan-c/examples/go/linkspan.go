// Package main finds links from Go, through cgo.
package main

/*
#cgo pkg-config: linkspan
#include <linkspan.h>
#include <stdlib.h>
*/
import "C"

import (
	"errors"
	"runtime"
	"unsafe"
)

// Link is a link in a text; Start and End are byte offsets.
type Link struct {
	Start, End int
	Text, Href string
}

// Detector finds links. Goroutines may share it.
type Detector struct{ c *C.linkspan_detector }

// NewDetector makes a detector from options in JSON, such as {"profile": "uts58"}.
func NewDetector(options string) (*Detector, error) {
	json := C.CString(options)
	defer C.free(unsafe.Pointer(json))
	detector := new(Detector)
	var failure C.linkspan_error
	if C.linkspan_detector_from_json(json, C.size_t(len(options)), &detector.c, &failure) != C.LINKSPAN_OK {
		return nil, errors.New(C.GoString(&failure.message[0]))
	}
	runtime.SetFinalizer(detector, func(detector *Detector) { C.linkspan_detector_free(detector.c) })
	return detector, nil
}

// Find returns the links of a text in UTF-8.
func (detector *Detector) Find(text string) ([]Link, error) {
	bytes := C.CString(text)
	defer C.free(unsafe.Pointer(bytes))
	var links C.linkspan_links
	var failure C.linkspan_error
	if C.linkspan_find(detector.c, bytes, C.size_t(len(text)), C.LINKSPAN_FIELD_HREF, &links, &failure) != C.LINKSPAN_OK {
		return nil, errors.New(C.GoString(&failure.message[0]))
	}
	defer C.linkspan_links_free(&links)
	runtime.KeepAlive(detector)
	found := make([]Link, 0, int(links.len))
	for i, link := range unsafe.Slice(links.data, int(links.len)) {
		href := C.linkspan_link_text(&links, C.size_t(i), C.LINKSPAN_FIELD_HREF)
		start, end := int(link.start), int(link.end)
		found = append(found, Link{start, end, text[start:end], C.GoStringN(href.data, C.int(href.len))})
	}
	return found, nil
}

func main() {}
