# Finds links from Ruby, through the gem ffi.
require 'ffi'

module Linkspan
  extend FFI::Library
  ffi_lib ENV.fetch('LINKSPAN_LIBRARY', 'linkspan')

  HREF = 1
  PARTS = 9

  class Links < FFI::Struct
    layout :data, :pointer, :len, :size_t, :capacity, :size_t, :memory, :pointer
  end

  class Range < FFI::Struct
    layout :start, :size_t, :end, :size_t
  end

  class RawLink < FFI::Struct
    layout :start, :size_t, :end, :size_t, :kind, :uint32, :host_kind, :uint32, :rejected, :uint32, :reserved, :uint32,
           :parts, [Range, PARTS]
  end

  class Text < FFI::Struct
    layout :data, :pointer, :len, :size_t

    def to_s
      self[:data].null? ? '' : self[:data].read_bytes(self[:len]).force_encoding('UTF-8')
    end
  end

  class Error < FFI::Struct
    layout :offset, :size_t, :message, [:char, 504]
  end

  attach_function :linkspan_detector_from_json, %i[buffer_in size_t pointer pointer], :uint32
  attach_function :linkspan_detector_free, [:pointer], :void
  attach_function :linkspan_find, %i[pointer buffer_in size_t uint32 pointer pointer], :uint32
  attach_function :linkspan_links_details, %i[pointer size_t], :pointer
  attach_function :linkspan_links_free, [:pointer], :void

  Link = Struct.new(:text, :href)

  # Finds links. Threads may share it.
  class Detector
    def initialize(options = '{}')
      out = FFI::MemoryPointer.new(:pointer)
      Linkspan.check { |error| Linkspan.linkspan_detector_from_json(options, options.bytesize, out, error) }
      @detector = FFI::AutoPointer.new(out.read_pointer, Linkspan.method(:linkspan_detector_free))
    end

    # The links of a text in UTF-8.
    def find(text)
      links = Links.new
      Linkspan.check { |error| Linkspan.linkspan_find(@detector, text, text.bytesize, HREF, links, error) }
      Array.new(links[:len]) do |index|
        link = RawLink.new(links[:data] + index * RawLink.size)
        href = Text.new(Linkspan.linkspan_links_details(links, index))
        Link.new(text.byteslice(link[:start], link[:end] - link[:start]), href.to_s)
      end
    ensure
      Linkspan.linkspan_links_free(links)
    end
  end

  def self.check
    error = Error.new
    raise ArgumentError, error[:message].to_s unless yield(error).zero?
  end
end
