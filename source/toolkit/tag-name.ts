// How a person names a tag, as `x-named` of a parameter.

/** Words behind "tag" that name none. */
const NO_NAME = 'and|or|it|them|this|that|for|with|in|on|to|about|too|please|as|the|is|are|was'

/** "tagged garden", "with the tag clinic", "the travel tag", "#boat". */
export const TAG_NAME = [
  String.raw`\btag(?:s|ged)?(?: (?:with|as|is|of|called|named|the|it))*:? ["“']?(?!(?:${NO_NAME})\b)([\p{L}\p{N}_-]+)`,
  String.raw`\b(?:the|my) ["“']?([\p{L}\p{N}_-]+)["”']? tag\b`,
  String.raw`(?<![\p{L}\p{N}])#(\p{L}[\p{L}\p{N}_-]*)`,
].join('|')
