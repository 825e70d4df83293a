# Finds links from Ruby, through the gem ffi.
require 'ffi'

module Linkspan
  extend FFI::Library
  ffi_lib ENV.fetch('LINKSPAN_LIBRARY', 'linkspan')

  PARTS = 9

  class Links < FFI::Struct
    layout :data, :pointer, :len, :size_t, :capacity, :size_t, :memory, :pointer
  end

  class Range < FFI::Struct
    layout :start, :size_t, :end, :size_t
  end

  class RawLink < FFI::Struct
    layout :start, :size_t, :end, :size_t, :kind, :uint32, :host_kind, :uint32, :linked, :uint32, :reserved, :uint32,
           :parts, [Range, PARTS]
  end

  class Text < FFI::Struct
    layout :data, :pointer, :len, :size_t

    # The text, or nil if the link does not have it.
    def value
      self[:data].read_bytes(self[:len]).force_encoding('UTF-8') unless self[:data].null?
    end
  end

  class Error < FFI::Struct
    layout :offset, :size_t, :message, [:char, 504]
  end

  attach_function :linkspan_detector_from_json, %i[buffer_in size_t pointer pointer], :uint32
  attach_function :linkspan_detector_free, [:pointer], :void
  attach_function :linkspan_find, %i[pointer buffer_in size_t uint64 pointer pointer], :uint32
  attach_function :linkspan_field_name, [:uint64], :string
  attach_function :linkspan_link_text, %i[pointer size_t uint64], Text.by_value
  attach_function :linkspan_link_number, %i[pointer size_t uint64], :int64
  attach_function :linkspan_links_free, [:pointer], :void

  # The numbers of the fields by their names: {kind: 1, text: 2, href: 4 and so on}.
  FIELDS = (0..).lazy.map { |bit| linkspan_field_name(1 << bit) }.take_while(&:itself)
                .each_with_index.to_h { |name, bit| [name.to_sym, 1 << bit] }.freeze

  # Finds links. Threads may share it.
  class Detector
    def initialize(options = '{}')
      out = FFI::MemoryPointer.new(:pointer)
      Linkspan.check { |error| Linkspan.linkspan_detector_from_json(options, options.bytesize, out, error) }
      @detector = FFI::AutoPointer.new(out.read_pointer, Linkspan.method(:linkspan_detector_free))
    end

    # The links of a text in UTF-8, each a hash with its offsets in bytes and with these fields.
    def find(text, fields = %i[text href])
      links = Links.new
      mask = FIELDS.fetch_values(*fields).sum
      Linkspan.check { |error| Linkspan.linkspan_find(@detector, text, text.bytesize, mask, links, error) }
      Array.new(links[:len]) do |index|
        link = RawLink.new(links[:data] + index * RawLink.size)
        values = fields.to_h { |name| [name, Linkspan.value(links, index, FIELDS[name])] }
        { start: link[:start], end: link[:end], **values }
      end
    ensure
      Linkspan.linkspan_links_free(links)
    end
  end

  def self.value(links, index, field)
    number = linkspan_link_number(links, index, field)
    number.negative? ? linkspan_link_text(links, index, field).value : number
  end

  def self.check
    error = Error.new
    raise ArgumentError, error[:message].to_s unless yield(error).zero?
  end
end
