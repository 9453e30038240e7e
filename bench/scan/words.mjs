export const words = (
  'account action address amount answer archive article audit banner basket batch billing branch bucket budget cache ' +
  'calendar campaign carrier catalogue channel checkout client colour column comment company config contact content ' +
  'counter country coupon courier customer dashboard date delivery design detail device discount document draft editor ' +
  'element email employee entry event export factory feature field filter folder format forecast gallery gateway group ' +
  'handler header history image import index input invoice item journal label language layout ledger level limit line ' +
  'list local login logger mailer market member menu message metric model module month network notice number offer ' +
  'office option order origin output owner package page panel parcel partner password payment period person picture ' +
  'pipeline plan player policy popup position price printer product profile project promo provider query queue quota ' +
  'rating reader record refund region release report request reseller response result return review reward route sales ' +
  'schedule search season section segment sender server service session setting shipment shop signal source stage ' +
  'station status stock storage store stream style subject summary supplier survey system table target task tax team ' +
  'template tenant ticket timer token topic total tracker trade traffic transfer trial update upload usage user value ' +
  'variant vendor version video view visit voucher wallet warehouse warning webhook weight widget window worker zone'
).split(' ');
