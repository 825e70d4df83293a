//! The rules of profiles: one row for each, with everything that is written about it. The enums of
//! rules and reasons, the sets that profiles are made of and the reference page are made from it.

/// Calls a macro with the table of rules.
///
/// A row has the documentation, which is also that of the reference page; the name; the links that
/// the rule is about; the set that it belongs to; and the id, the clause and the sentence of its
/// reason.
macro_rules! for_each_rule {
    ($then:ident) => {
        $then! {
            /// Rejects `http:example.com`: the scheme needs `//` before the host.
            SchemeWithoutSlashes(Url, Other) =>
                "scheme-without-slashes", "UTS #58 section 3.2", "the scheme needs `//` before the host";
            /// Rejects hosts with a character that does not have Identifier_Status=Allowed (UTS #39),
            /// except for joiners that their script needs.
            CharacterNotAllowed(Host, Names) =>
                "character-not-allowed", "UTS #58 section 8", "a character is not allowed in identifiers";
            /// Rejects hosts that are not valid as a whole according to UTS #46: right-to-left names
            /// (RFC 5893), joiners, labels.
            IdnaInvalid(Host, Names) =>
                "idna-invalid", "UTS #46 section 4.1", "the host is not a valid internationalised name";
            /// Rejects labels that mix scripts: their resolved script set (UTS #39 section 5.1) is empty.
            MixedScript(Host, Names) =>
                "mixed-script", "UTS #39 section 5.1", "a label mixes scripts";
            /// Rejects labels that are looser than Highly Restrictive (UTS #39 section 5.2).
            RestrictionLevel(Host, Names) =>
                "restriction-level", "UTS #39 section 5.2", "a label mixes scripts that are not written together";
            /// Warns about a label that looks like an ASCII name in another script, which is then shown as
            /// its A-label, unless the top-level domain is in that script, or of a country that writes it,
            /// and does not itself look like another one.
            WholeScriptConfusable(Host, Names) =>
                "whole-script-confusable", "UTS #39 section 4", "a label looks like a name in ASCII";
            /// Warns about a label that a reader cannot tell from another one, which is then shown as its
            /// A-label, as in Chromium and Firefox: a dot on a letter that has one, accents on dotless
            /// letters, repeated marks, digits of two systems, kana signs outside kana, letters of no
            /// language of the top-level domain, symbols in an A-label.
            Lookalike(Host, Names) =>
                "lookalike", "UTS #39 section 5.4", "a label is easily mistaken for another one";
            /// Rejects a name without a scheme that is only a public suffix of the ICANN section, such as
            /// `co.uk`.
            PublicSuffix(Bare, Other) =>
                "public-suffix", "UTS #58 section 1.4", "the name is a public suffix and cannot be registered itself";
            /// Rejects links that contain a character that reorders text, and names without a scheme that
            /// such a character joins to the text before them.
            BidiControl(Any, Other) =>
                "bidi-control", "UTS #58 section 8", "it contains a character that changes the order of the text";
            /// Rejects local parts with characters other than letters, digits, marks, `.`, `_`, `-` and
            /// `+`.
            LocalPartCharacter(Email, Other) =>
                "local-part-character", "guidelines for non-ASCII URLs 1.3", "the local part has a character that is not accepted";
            /// Warns if a part of the path or query mixes scripts.
            MixedScriptPath(Url, Other) =>
                "mixed-script-path", "UTS #39 section 5.1", "a part of the path or query mixes scripts";
            /// Rejects `README.md`, `README.pt-BR.md` and `configure.in`: they are files.
            FileName(Bare, Prose) =>
                "file-name", "UTS #58 section 8, usability", "the name is more likely that of a file";
            /// Rejects `here.It`, `M.Tech` and `A.餐厅`: a space is missing between two sentences, or an
            /// initial is before a word.
            SentenceEnd(Bare, Prose) =>
                "sentence-end", "UTS #58 section 8, usability", "a sentence ends here and another one starts";
            /// Rejects `src/main.rs`: it is a path.
            PathName(Bare, Prose) =>
                "path-name", "UTS #58 section 8, usability", "the name is part of a path";
            /// Rejects an address that directly follows a letter that cannot be part of it but looks as if
            /// it were.
            LetterBefore(Email, Prose) =>
                "letter-before", "UTS #58 section 5.1", "the letter before it may belong to the address";
            /// `请访问⸠example.com⸡`: excludes letters of scripts without spaces from the start of a label
            /// whose rest is ASCII.
            GluedBefore(Bare, Prose) =>
                "glued-before", "UTS #58 section 8, usability", "text directly before it, without a space, was left out";
            /// `⸠https://example.com⸡查看`: excludes letters of scripts without spaces after a known ASCII
            /// top-level domain.
            GluedAfter(Host, Other) =>
                "glued-after", "UTS #58 section 8, usability", "text directly after it, without a space, was left out";
            /// `⸠https://example.com/docs⸡了解更多`: excludes letters of scripts without spaces that are glued
            /// to an ASCII path segment or query value and more likely prose than part of the URL. Titles
            /// (`/wiki/C语言`), search values and URLs in brackets or quotation marks stay whole.
            GluedTail(Url, Prose) =>
                "glued-tail", "UTS #58 section 8, usability", "prose directly after it, without a space, was left out";
            /// Rejects `www.登录github.com` and `me@登录github.com`: a label joins prose and a name.
            JoinedName(Host, Prose) =>
                "joined-name", "UTS #58 section 8, security", "a label joins text of the sentence and a name";
            /// Rejects `美食。购物`: in a name without a scheme, an ideographic full stop ends a sentence,
            /// unless the name is alone and something else says that it is a name.
            IdeographicDot(Bare, Prose) =>
                "ideographic-dot", "UTS #58 section 8, usability", "an ideographic full stop ends a sentence here";
            /// `⸠https://example.com/foo⸡。次の文`: ends a link at non-ASCII punctuation that ends a sentence
            /// and at full-width commas, and at other non-ASCII punctuation after ASCII.
            SentencePunctuation(Any, Prose) =>
                "sentence-punctuation", "UTS #58 section 8, usability", "punctuation of the sentence ends the link";
            /// `⸠example.com/a⸡?`: excludes an empty query or fragment from the end.
            EmptyPart(Url, Prose) =>
                "empty-part", "UTS #58 section 8, usability", "an empty query or fragment was left out";
            /// `**⸠https://example.com/x⸡**`: excludes markup around a link.
            TrailingMarkup(Any, Prose) =>
                "trailing-markup", "UTS #58 section 8, usability", "markup around it was left out";
            /// Excludes invisible characters from the end of a link.
            TrailingInvisible(Any, Prose) =>
                "trailing-invisible", "UTS #58 section 8, usability", "invisible characters at the end were left out";
            /// `"⸠https://example.com/x⸡"`, `|url=⸠https://example.com/x⸡|title=…`: ends a link at a raw
            /// `<`, `>`, `"`, `\` or backquote, at `|` in a path and between fields, and at `,` or `;`
            /// before a scheme.
            Delimiter(Url, Prose) =>
                "delimiter", "UTS #58 section 8, usability", "the character is usually around a link, not in it";
            /// `'⸠https://example.com/x⸡'`: ends a link at the partner of the quotation mark directly
            /// before it.
            ClosingQuote(Any, Prose) =>
                "closing-quote", "UTS #58 section 8, usability", "the quotation that starts before the link ends here";
            /// `⸠https://example.com/x⸡(see below)`: ends a link before a bracket that is not closed in it.
            OpenBracket(Url, Prose) =>
                "open-bracket", "UTS #58 section 8, usability", "a bracket is not closed in the link";
            /// `email=⸠me@example.com⸡`: excludes signs before an address.
            SignBefore(Email, Prose) =>
                "sign-before", "UTS #58 section 8, usability", "a sign before the address was left out";
            /// Rejects `out.info(x)`, `self.foo`, `some_module.foo`, `Color.BLUE` and `{{a.com}}`: they are
            /// code.
            Code(Bare, Prose) =>
                "code", "UTS #58 section 8, usability", "the name is more likely code";
            /// Rejects `response.data`: the top-level domain is the name of a field. One that many sites
            /// have, such as `id`, needs another sign of code: `user.id`, but not `kompas.id`.
            FieldWord(Bare, Prose) =>
                "field-word", "UTS #58 section 8, usability", "the name is more likely a field in code";
            /// Rejects `ASP.NET`, `学习.NET` and `4.3.2.1.in-addr.arpa`: they are technology. Rejects
            /// `用.net` and `拡張子は.com`, too, where text mentions a top-level domain.
            Technology(Bare, Prose) =>
                "technology", "UTS #58 section 8, usability", "the name is that of a technology, not a site";
            /// Rejects `VALE3.SA`: it is a security on an exchange.
            Ticker(Bare, Prose) =>
                "ticker", "UTS #58 section 8, usability", "the name is that of a security on an exchange";
            /// Rejects `@user@example.social` and `@user:example.org`: they are handles.
            Handle(Any, Prose) =>
                "handle", "UTS #58 section 8, usability", "it is a handle, not an address or a site";
            /// Rejects `git@example.com:user/repository.git`: it is a path on another machine.
            ScpPath(Email, Prose) =>
                "scp-path", "UTS #58 section 8, usability", "it is a path on a machine, not an address";
            /// Rejects `<20251104.GA2217@mail.example.org>`: it is the id of a message.
            MessageId(Email, Prose) =>
                "message-id", "UTS #58 section 8, usability", "it is the id of a message, not an address";
            /// Rejects `Bob\nbob@example.com`: the first letter after a backslash may belong to an escape.
            /// The same holds for codes of colours in logs and for `%20`.
            EscapeBefore(Email, Prose) =>
                "escape-before", "UTS #58 section 8, security", "its first character may belong to an escape";
            /// Rejects the names and addresses in `did:web:example.com` and `xmpp:me@example.com`: they are
            /// parts of a URI that needs a program of its own.
            OpaqueUri(Any, Prose) =>
                "opaque-uri", "UTS #58 section 8, usability", "it is part of a URI that is not a web address";
            /// Rejects `http://t.co/BSg…` and `example.com/some/pa…`: the address was cut off. A URL with a
            /// scheme that is not a short link, and an e-mail address, is linked with a warning.
            Truncated(Any, Prose) =>
                "truncated", "UTS #58 section 8, usability", "the address was cut off";
            /// Rejects `example.com[.]br`: a part of a defanged name would be a different name.
            Defanged(Any, Edges) =>
                "defanged", "UTS #58 section 8, security", "the text next to it is defanged";
            /// Rejects `https://example·com.com/`: the text after `://` is a host as a whole, or nothing in
            /// it is linked.
            PartOfName(Host, Edges) =>
                "part-of-name", "UTS #58 section 8, security", "a name is linked as a whole or not at all";
            /// Rejects `pay\u{200B}pal.com`: an invisible character joins the text on both sides of it.
            InvisibleCharacter(Host, Edges) =>
                "invisible-character", "UTS #58 section 8, security", "an invisible character joins it to other text";
        }
    };
}
