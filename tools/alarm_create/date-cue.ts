const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'

/** Expression for messages that name the day of an alarm. */
export const DATE_CUE = [
  String.raw`\b(?:today|tonight|tom+or+ow|tmrw|tmr|weekend|christmas|xmas|easter|new years?|halloween|thanksgiving)\b`,
  String.raw`\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sun)days?\b|\b(?:mon|tues?|wed|thu(?:rs)?|fri|sat)\b|\b(?:on|next|this) sun\b`,
  String.raw`\bthis (?:morning|afternoon|evening)\b|\b(?:next|in (?:an?|\d+|two|three|four|five|six|seven|ten)) (?:weeks?|days?|months?)\b`,
  String.raw`\b${MONTH}\.? (?:the )?\d|\d(?:st|nd|rd|th)?\.? (?:of )?${MONTH}\b|\bthe \d{1,2}(?:st|nd|rd|th)\b`,
  String.raw`\d{4}-\d{1,2}-\d{1,2}|\b\d{1,2}[./]\d{1,2}[./]|\b\d{1,2}/\d{1,2}\b`,
].join('|')
