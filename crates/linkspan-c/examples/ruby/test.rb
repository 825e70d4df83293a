require_relative 'linkspan'

detector = Linkspan::Detector.new('{"profile": "recommended"}')
links = detector.find('Siehe bücher.de/neu (oder frag jörg@bücher.de).')
expected = [
  { start: 6, end: 20, text: 'bücher.de/neu', href: 'https://xn--bcher-kva.de/neu' },
  { start: 32, end: 48, text: 'jörg@bücher.de', href: 'mailto:j%C3%B6rg@xn--bcher-kva.de' }
]
raise links.inspect unless links == expected

link = detector.find('https://bücher.de:80/?#x', Linkspan::FIELDS.keys).first
expected = { scheme: 'https', host: 'xn--bcher-kva.de', port: 80, query: '', directives: nil }
raise link.inspect unless link.slice(*expected.keys) == expected
raise 'a link in nothing' unless detector.find('').empty?

[-> { Linkspan::Detector.new('{"profile": "best"}') }, -> { detector.find("\xFF") }].each do |wrong|
  wrong.call
  raise 'a mistake is accepted'
rescue ArgumentError => error
  raise error.inspect if error.message.empty?
end
puts 'ok'
