//! The tree that a browser builds from a page.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, ParseOpts, QualName, local_name, ns, parse_document, parse_fragment};

/// How a page is read: with or without scripts, and as a whole page or as a piece of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parsing {
    Page {
        scripts: bool,
    },
    Piece {
        scripts: bool,
    },
    /// A piece that is inserted into a `template`, where no script runs.
    Template,
}

impl Parsing {
    const ALL: [Self; 5] = [
        Self::Template,
        Self::Piece { scripts: false },
        Self::Page { scripts: false },
        Self::Piece { scripts: true },
        Self::Page { scripts: true },
    ];

    /// The ways in which a page can be read. Scripts only matter for `noscript`.
    pub(super) fn all(page: &str) -> &'static [Self] {
        let [plain @ .., _, _] = &Self::ALL;
        if page.to_ascii_lowercase().contains("<noscript") {
            &Self::ALL
        } else {
            plain
        }
    }

    /// The tree of a page. `None` if elements are nested so deeply, or repeated so often, that
    /// building it would take more than linear time and memory, or if a tag has more attributes
    /// than people write.
    pub(super) fn tree(self, page: &str) -> Option<Tree> {
        let (context, scripts) = match self {
            Self::Page { scripts } => (None, scripts),
            Self::Piece { scripts } => (Some(local_name!("div")), scripts),
            Self::Template => (Some(local_name!("template")), false),
        };
        let options = ParseOpts {
            tree_builder: TreeBuilderOpts {
                scripting_enabled: scripts,
                ..TreeBuilderOpts::default()
            },
            ..ParseOpts::default()
        };
        let tree = Tree::default();
        let mut parser = match context {
            None => parse_document(tree, options),
            Some(context) => {
                let context = QualName::new(None, ns!(html), context);
                parse_fragment(tree, options, context, Vec::new(), scripts)
            }
        };
        // The shortest element is `<p>x`, with its text.
        let most_nodes = page.len() / 2 + CHUNK;
        let (mut changes, mut separators) = (0, 0);
        let mut rest = page;
        while !rest.is_empty() {
            let mut end = CHUNK.min(rest.len());
            while !rest.is_char_boundary(end) {
                end -= 1;
            }
            let (chunk, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            parser.process(StrTendril::from(chunk));
            let tree = &parser.tokenizer.sink.sink;
            let is_separator =
                |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'/');
            separators += chunk.bytes().filter(is_separator).count();
            if changes != tree.changes.get() {
                (changes, separators) = (tree.changes.get(), 0);
            }
            if tree.deepest.get() > DEEPEST
                || tree.nodes.borrow().len() > most_nodes
                || separators > MOST_SEPARATORS
            {
                return None;
            }
            rest = after;
        }
        Some(parser.finish())
    }
}

/// The number of bytes that are read between checks of the limits.
const CHUNK: usize = 1 << 10;

/// The maximum number of separators in a tag or comment. The parser compares each attribute with
/// all previous ones.
const MOST_SEPARATORS: usize = 1 << 12;

/// The maximum nesting depth of elements. Some browsers move elements that are nested deeper than
/// 512.
const DEEPEST: usize = 500;

/// A tree, during and after construction.
pub(super) struct Tree {
    nodes: RefCell<Vec<Node>>,
    deepest: Cell<usize>,
    /// The number of insertions.
    changes: Cell<usize>,
    /// The name of nodes that are not elements.
    nameless: Rc<QualName>,
}

#[derive(Default)]
pub(super) struct Node {
    pub(super) data: Data,
    pub(super) children: Vec<usize>,
    parent: Option<usize>,
    depth: usize,
}

/// The content of a node.
#[derive(Default)]
pub(super) enum Data {
    /// The document, or the contents of a template.
    #[default]
    Root,
    Element {
        name: Rc<QualName>,
        attributes: Vec<Attribute>,
        contents: Option<usize>,
    },
    Text(String),
    /// A comment, a document type or a processing instruction.
    Other(String),
}

/// A node and its name.
#[derive(Clone)]
pub(super) struct Handle {
    id: usize,
    name: Rc<QualName>,
    is_integration_point: bool,
}

impl Default for Tree {
    fn default() -> Self {
        Self {
            nodes: RefCell::new(vec![Node::default()]),
            deepest: Cell::new(0),
            changes: Cell::new(0),
            nameless: Rc::new(QualName::new(None, ns!(), local_name!(""))),
        }
    }
}

impl Tree {
    /// The nodes, of which the first is the document.
    pub(super) fn into_nodes(self) -> Vec<Node> {
        self.nodes.into_inner()
    }

    fn add(&self, data: Data) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node {
            data,
            ..Node::default()
        });
        nodes.len() - 1
    }

    fn add_other(&self, text: String) -> Handle {
        self.handle(self.add(Data::Other(text)))
    }

    /// The handle of a node that is not an element.
    fn handle(&self, id: usize) -> Handle {
        Handle {
            id,
            name: Rc::clone(&self.nameless),
            is_integration_point: false,
        }
    }

    fn detach(&self, id: usize) {
        let mut nodes = self.nodes.borrow_mut();
        let Some(parent) = nodes.get_mut(id).and_then(|node| node.parent.take()) else {
            return;
        };
        if let Some(parent) = nodes.get_mut(parent)
            && let Some(at) = parent.children.iter().rposition(|&child| child == id)
        {
            parent.children.remove(at);
        }
    }

    /// Inserts a node or text before the child at `at` of `parent`, or at its end.
    fn insert(&self, parent: usize, at: Option<usize>, child: NodeOrText<Handle>) {
        self.changes.set(self.changes.get() + 1);
        let id = match child {
            NodeOrText::AppendText(text) => {
                if self.join(parent, at, &text) {
                    return;
                }
                self.add(Data::Text(text.to_string()))
            }
            NodeOrText::AppendNode(handle) => {
                self.detach(handle.id);
                handle.id
            }
        };
        let mut nodes = self.nodes.borrow_mut();
        let depth = nodes.get(parent).map_or(0, |node| node.depth) + 1;
        self.deepest.set(self.deepest.get().max(depth));
        if let Some(node) = nodes.get_mut(id) {
            node.parent = Some(parent);
            node.depth = depth;
        }
        if let Some(node) = nodes.get_mut(parent) {
            let at = at.unwrap_or(node.children.len());
            node.children.insert(at.min(node.children.len()), id);
        }
    }

    /// Appends text to the preceding text, if there is one.
    fn join(&self, parent: usize, at: Option<usize>, text: &str) -> bool {
        let mut nodes = self.nodes.borrow_mut();
        let last = nodes.get(parent).and_then(|node| match at {
            None => node.children.last().copied(),
            Some(at) => node.children.get(at.checked_sub(1)?).copied(),
        });
        match last.and_then(|last| nodes.get_mut(last)) {
            Some(Node {
                data: Data::Text(before),
                ..
            }) => {
                before.push_str(text);
                true
            }
            _ => false,
        }
    }

    fn place(&self, id: usize) -> Option<(usize, usize)> {
        let nodes = self.nodes.borrow();
        let parent = nodes.get(id)?.parent?;
        let at = nodes
            .get(parent)?
            .children
            .iter()
            .rposition(|&child| child == id)?;
        Some((parent, at))
    }
}

impl TreeSink for Tree {
    type Handle = Handle;
    type Output = Self;
    type ElemName<'a> = &'a QualName;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        self.handle(0)
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> &'a QualName {
        &target.name
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Handle {
        let contents = flags.template.then(|| self.add(Data::Root));
        let name = Rc::new(name);
        let id = self.add(Data::Element {
            name: Rc::clone(&name),
            attributes,
            contents,
        });
        Handle {
            id,
            name,
            is_integration_point: flags.mathml_annotation_xml_integration_point,
        }
    }

    fn create_comment(&self, text: StrTendril) -> Handle {
        self.add_other(format!("!{text}"))
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Handle {
        self.add_other(format!("?{target} {data}"))
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.insert(parent.id, None, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        before: &Handle,
        child: NodeOrText<Handle>,
    ) {
        match self.place(element.id) {
            Some((parent, at)) => self.insert(parent, Some(at), child),
            None => self.append(before, child),
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        let doctype = self.add_other(format!("!doctype {name} {public} {system}"));
        self.append(&self.get_document(), NodeOrText::AppendNode(doctype));
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        let nodes = self.nodes.borrow();
        let contents = match nodes.get(target.id).map(|node| &node.data) {
            Some(Data::Element { contents, .. }) => *contents,
            _ => None,
        };
        self.handle(contents.unwrap_or(target.id))
    }

    fn same_node(&self, one: &Handle, other: &Handle) -> bool {
        one.id == other.id
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        // A node that is already in the tree is removed first: it may be a sibling too.
        if let NodeOrText::AppendNode(node) = &child {
            self.detach(node.id);
        }
        if let Some((parent, at)) = self.place(sibling.id) {
            self.insert(parent, Some(at), child);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, more: Vec<Attribute>) {
        let mut nodes = self.nodes.borrow_mut();
        if let Some(Node {
            data: Data::Element { attributes, .. },
            ..
        }) = nodes.get_mut(target.id)
        {
            for attribute in more {
                if attributes.iter().all(|other| other.name != attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let children = {
            let mut nodes = self.nodes.borrow_mut();
            nodes
                .get_mut(node.id)
                .map(|node| std::mem::take(&mut node.children))
                .unwrap_or_default()
        };
        let mut nodes = self.nodes.borrow_mut();
        let depth = nodes.get(new_parent.id).map_or(0, |node| node.depth) + 1;
        for &child in &children {
            if let Some(child) = nodes.get_mut(child) {
                child.parent = Some(new_parent.id);
                child.depth = depth;
            }
        }
        if let Some(parent) = nodes.get_mut(new_parent.id) {
            parent.children.extend(children);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        handle.is_integration_point
    }
}
