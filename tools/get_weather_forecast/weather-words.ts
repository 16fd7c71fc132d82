// WMO weather interpretation codes (WW) as Open-Meteo uses them: https://open-meteo.com/en/docs, "WMO Weather interpretation codes".

const WORDS: { readonly [code: number]: string } = {
  0: 'clear sky',
  1: 'mainly clear',
  2: 'partly cloudy',
  3: 'overcast',
  45: 'fog',
  48: 'fog with rime',
  51: 'light drizzle',
  53: 'drizzle',
  55: 'dense drizzle',
  56: 'light freezing drizzle',
  57: 'dense freezing drizzle',
  61: 'light rain',
  63: 'rain',
  65: 'heavy rain',
  66: 'light freezing rain',
  67: 'heavy freezing rain',
  71: 'light snow',
  73: 'snow',
  75: 'heavy snow',
  77: 'snow grains',
  80: 'light rain showers',
  81: 'rain showers',
  82: 'violent rain showers',
  85: 'light snow showers',
  86: 'heavy snow showers',
  95: 'thunderstorms',
  96: 'thunderstorms with light hail',
  99: 'thunderstorms with heavy hail',
}

/** A weather code in words. */
export function weatherWords(code: number): string {
  return WORDS[code] ?? `weather code ${code}`
}
