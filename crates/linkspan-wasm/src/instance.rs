//! The state that an instance keeps between calls.

use std::cell::RefCell;

use linkspan::Detector;
use linkspan::offset::utf16_len;

#[cfg(feature = "full")]
use crate::live::Live;
#[cfg(feature = "full")]
use crate::stream::Arriving;

/// The state of an instance.
#[derive(Default)]
pub(crate) struct Instance {
    /// The text that the caller wrote.
    pub(crate) input: Vec<u8>,
    /// The result of the last call.
    pub(crate) output: Output,
    pub(crate) detectors: Slots<Detector>,
    #[cfg(feature = "full")]
    pub(crate) texts: Slots<Live>,
    #[cfg(feature = "full")]
    pub(crate) streams: Slots<Arriving>,
}

/// The result of a call.
#[derive(Default)]
pub(crate) struct Output {
    pub(crate) numbers: Vec<u32>,
    pub(crate) string: String,
    /// The length of what [`write`](Self::write) wrote to the string, in code units.
    units: u32,
}

impl Output {
    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
        self.string.clear();
        self.units = 0;
    }

    /// Adds a text to the string, and returns where it is and its length, in code units.
    pub(crate) fn write(&mut self, text: &str) -> [u32; 2] {
        let (start, length) = (self.units, number(utf16_len(text)));
        self.string.push_str(text);
        self.units += length;
        [start, length]
    }

    /// Returns a text.
    pub(crate) fn succeed(&mut self, text: String) -> i32 {
        self.string = text;
        0
    }

    /// Reports an error.
    pub(crate) fn fail(&mut self, error: &impl ToString) -> i32 {
        self.clear();
        self.string = error.to_string();
        -1
    }
}

/// A number of the interface. No text in WebAssembly is longer.
pub(crate) fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::new(Instance::default());
}

/// Runs a call. A call entered while another one runs does nothing, but no caller can do that.
pub(crate) fn with<T: Default>(call: impl FnOnce(&mut Instance) -> T) -> T {
    INSTANCE.with(|instance| match instance.try_borrow_mut() {
        Ok(mut instance) => call(&mut instance),
        Err(_) => T::default(),
    })
}

/// Values by number. The numbers of removed values are used again.
pub(crate) struct Slots<T> {
    slots: Vec<Option<T>>,
    /// The numbers of removed values.
    free: Vec<usize>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
        }
    }
}

impl<T> Slots<T> {
    pub(crate) fn add(&mut self, thing: T) -> i32 {
        let at = self.free.pop().unwrap_or(self.slots.len());
        match self.slots.get_mut(at) {
            Some(slot) => *slot = Some(thing),
            None => self.slots.push(Some(thing)),
        }
        i32::try_from(at).unwrap_or(-1)
    }

    pub(crate) fn get(&self, number: i32) -> Option<&T> {
        self.slots.get(usize::try_from(number).ok()?)?.as_ref()
    }

    #[cfg(feature = "full")]
    pub(crate) fn get_mut(&mut self, number: i32) -> Option<&mut T> {
        self.slots.get_mut(usize::try_from(number).ok()?)?.as_mut()
    }

    pub(crate) fn remove(&mut self, number: i32) -> Option<T> {
        let at = usize::try_from(number).ok()?;
        let thing = self.slots.get_mut(at)?.take()?;
        self.free.push(at);
        Some(thing)
    }
}

impl Instance {
    /// The first bytes of the input as text. Invalid UTF-8 counts as empty; the caller never writes
    /// it.
    pub(crate) fn text(input: &[u8], length: usize) -> &str {
        let bytes = input.get(..length).unwrap_or_default();
        simdutf8::basic::from_utf8(bytes).unwrap_or_default()
    }
}
