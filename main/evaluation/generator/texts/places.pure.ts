/** Towns that histories happen in; every history uses each at most once. */
export const TOWNS = [
  ...['Ghent', 'Tartu', 'Lucerne', 'Bergen', 'Olomouc', 'Coimbra', 'Aarhus', 'Groningen', 'Kaunas', 'Graz', 'Uppsala'],
  ...['Galway', 'Dundee', 'Trieste', 'Maribor', 'Leuven', 'Szeged', 'Wexford', 'Turku', 'Perugia', 'Bamberg', 'Nantes'],
  ...['Gdynia', 'Haarlem', 'Inverness', 'Ljubljana', 'Swansea', 'Zadar', 'Linz', 'Odense'],
];

export const FAR_TOWNS = [
  ...['Kanazawa', 'Valparaiso', 'Luang Prabang', 'Windhoek', 'Reykjavik', 'Halifax', 'Hobart', 'Tbilisi', 'Oaxaca'],
  ...['Muscat', 'Cusco', 'Jaipur', 'Essaouira', 'Dunedin', 'Yerevan', 'Hoi An', 'Salta', 'Penang', 'Tromso', 'Nara'],
];

export const SURNAMES = [
  ...['Okonjo', 'Brandvold', 'Castellane', 'Dembele', 'Eskildsen', 'Fairweather', 'Gostynski', 'Hallgrim', 'Iwanaga'],
  ...[
    'Jankauskas',
    'Kestemont',
    'Lindqvist',
    'Marchetti',
    'Nwachukwu',
    'Ostrowe',
    'Pellegrin',
    'Quarrington',
    'Rasheed',
  ],
  ...[
    'Stavros',
    'Thorvald',
    'Umarov',
    'Vandersteen',
    'Winterbourne',
    'Yilmaz',
    'Zabłocka|Zablocka',
    'Abernethy',
    'Bezuidenhout',
  ],
  ...[
    'Czerny',
    'Duchamps',
    'Ekwueme',
    'Featherstone',
    'Grimaldi',
    'Hovland',
    'Ilves',
    'Juknaite',
    'Krogstad',
    'Laplante',
  ],
];

/** Surnames with a title, all written with and without it. */
export const titled = (title: string, from: number, count: number): readonly string[] =>
  SURNAMES.slice(from, from + count).map((name) => {
    const [first = name, ...others] = name.split('|');
    return [`${title} ${first}`, first, ...others].join('|');
  });
