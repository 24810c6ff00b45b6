import { looksOf } from './looks'

looksOf('hotel')
