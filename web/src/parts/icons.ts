// Line icons on a 20 x 20 field, drawn for this dashboard.
export const icons = {
  today: 'M4 5h12v11H4zM4 8h12M7 3v3M13 3v3M7.5 12l2 2 3.5-3.5',
  grid: 'M3 4h14v12H3zM3 8h14M3 12h14M7.7 4v12M12.3 4v12',
  bars: 'M3 5h8M7 10h10M4 15h6',
  stop: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM6.5 10h7',
  hotels: 'M4 17V5l6-2v14M10 8h6v9M2 17h16M6.5 7.5h1M6.5 10.5h1M6.5 13.5h1M12.5 11h1M12.5 14h1',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l4 4',
  bell: 'M10 3a5 5 0 0 0-5 5c0 4-1.5 5-1.5 5h13S15 12 15 8a5 5 0 0 0-5-5zM8.5 16a1.6 1.6 0 0 0 3 0',
  person: 'M10 3.5a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4zM3.5 17c.6-3.3 3.2-5 6.5-5s5.900 1.700 6.500 5',
  menu: 'M3 5.5h14M3 10h14M3 14.500h14',
  close: 'M5 5l10 10M15 5L5 15',
  down: 'M6 8l4 4 4-4',
  right: 'M8 6l4 4-4 4',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  plus: 'M10 4v12M4 10h12',
  mail: 'M3 5h14v10H3zM3 6l7 5 7-5',
  file: 'M5 3h7l3 3v11H5zM12 3v3h3M7.500 10h5M7.500 13h5',
  lock: 'M5 9h10v8H5zM7 9V6.500a3 3 0 0 1 6 0V9',
  warn: 'M10 3.500 17.500 16.500h-15zM10 8v4M10 14.300h.01',
  ok: 'M4 10.500l4 4 8-9',
  undo: 'M7 5L3.500 8.500 7 12M4 8.500h7a4.500 4.500 0 0 1 0 9H8',
  share: 'M3 7h11M11 4l3 3-3 3M17 13H6M9 10l-3 3 3 3',
  compare: 'M3 5h14v4H3zM3 11h14v4H3z',
  refresh: 'M16 5v4h-4M4 15v-4h4M5 8a5.500 5.500 0 0 1 10.500 1M15 12a5.500 5.500 0 0 1-10.500-1',
} as const

export type IconName = keyof typeof icons
