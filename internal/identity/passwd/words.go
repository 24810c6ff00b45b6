package passwd

import "strings"

// commonText has common words of people at hotels and tour operators, in English,
// German, Turkish and Greek, as fold returns them. parts also finds combinations.
const commonText = `
password passwords passwort kennwort passwd pass word parola sifre sifrem gizli kodikos kwdikos sinthimatiko
κωδικοσ συνθημα geheim geheimnis secret mystikos access zugang giris login logon signin anmelden kullanici user
username benutzer guest misafir gast admin administrator yonetici root system sistem master chef boss patron mudur
manager office ofis buero test testing tester demo example beispiel ornek default standard changeme change temp
temporary letmein open sesame opensesame hello hallo merhaba selam yassou kalimera kalispera geia γειασου καλημερα
welcome willkommen hosgeldin hosgeldiniz kalosirthes kalosorisma welcomeback goodmorning goodday gutentag

hotel hotels otel hotelier pansiyon pension resort villa motel hostel beach strand plaj paralia sea meer deniz
thalassa sun sonne gunes ilios sunshine holiday holidays urlaub ferien tatil diakopes vacation travel reise reisen
seyahat taxidi tour tours tourism turizm tourismus touristik booking buchung rezervasyon reservation reception
rezeption resepsiyon room rooms zimmer oda domatio restaurant kitchen mutfak kueche pool havuz spa paradise
cennet agency acente reisebuero reiseburo kuche buro allot allotment

summer sommer yaz kalokairi winter kis xeimonas spring fruehling fruhling ilkbahar anoiksi autumn herbst sonbahar january
januar ocak february februar subat march maerz marz mart april nisan may mai mayis june juni haziran july juli temmuz
august agustos september eylul october oktober ekim november kasim december dezember aralik monday montag pazartesi
friday freitag cuma sunday sonntag pazar

love iloveyou liebe ichliebedich ask askim seniseviyorum sevgi sevgilim agapi agapimou sagapo agape baby bebek schatz
schatzi canim hayatim annem babam mama papa family familie aile princess prinzessin prenses angel engel melek kardia
hayat kalp herz heart forever money geld para lucky happy gluck superman batman pokemon starwars dragon monkey tiger
lion aslan shadow killer hunter ninja freedom freiheit ozgurluk eleftheria internet computer bilgisayar server samsung
iphone google facebook instagram football fussball futbol podosfairo soccer basketball baseball galatasaray fenerbahce
besiktas trabzonspor olympiakos panathinaikos bayern dortmund schalke barcelona liverpool arsenal chelsea
mercedes ferrari porsche

istanbul ankara izmir antalya bodrum alanya side kemer belek turkiye turkey tuerkei turkei berlin muenchen munchen hamburg
deutschland germany austria london england athens athen athina hellas ellada greece griechenland kreta crete rhodos
kos mykonos thessaloniki mallorca america

mehmet ahmet mustafa fatma ayse ali hasan michael thomas andreas stefan peter hans maria anna sabine giorgos yannis
nikos kostas dimitris eleni katerina john james david robert jessica jennifer michelle daniel charlie

qwerty qwertz azerty qazwsx zxcvbn yxcvbn asdf asdfgh abc
my mein meine benim the and und ve to for fur der die das bir iki you new neu yeni old eski number nummer
turk turko com net org www
`

var commonWords = func() wordSet {
	words := wordSet{}
	for w := range strings.FieldsSeq(commonText) {
		words[w] = struct{}{}
	}
	return words
}()
