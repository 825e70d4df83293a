require_relative 'linkspan'

detector = Linkspan::Detector.new('{"profile": "recommended"}')
links = detector.find('Siehe bücher.de/neu (oder frag jörg@bücher.de).')
expected = [%w[bücher.de/neu https://xn--bcher-kva.de/neu], %w[jörg@bücher.de mailto:j%C3%B6rg@xn--bcher-kva.de]]
raise links.inspect unless links.map(&:to_a) == expected
raise 'a link in nothing' unless detector.find('').empty?

[-> { Linkspan::Detector.new('{"profile": "best"}') }, -> { detector.find("\xFF") }].each do |wrong|
  wrong.call
  raise 'a mistake is accepted'
rescue ArgumentError => error
  raise error.inspect if error.message.empty?
end
puts 'ok'
