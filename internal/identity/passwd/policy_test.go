package passwd_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/passwd"
)

// me is what the product knows of the user whose passwords are judged.
var me = []string{"mehtap.oezdemir@sunrise-bay.example", "Mehtap", "Özdemir", "Sunrise Bay Hospitality GmbH"}

func TestCheck_refuses(t *testing.T) {
	t.Parallel()
	for reason, passwords := range map[string][]string{
		"at least 10 characters": {"", "a", "xK7#qP2m!", "şğüöçıİ", "café crèm", "🐟🐟🐠🐡🦈🐙"},
		"at most 200 bytes":      {strings.Repeat("Wq7 ", 51), strings.Repeat("ğ", 101)},
		"valid UTF-8":            {"harbour\xffmelon7", "harbour\x00melon7", "\xc3\x28harbour melon"},
		"digits alone":           {"19.08.1985", "05321947638", "+49 170 2839", "2840-5173-96", "((2840517))", "a8402759163", "kos84027591"},
		"repetition or a row": {
			"aaaaaaaaaa", "          ", "abcabcabca", "xy7xy7xy7xy7", "p4Tzkp4Tzk", "abababababab", "aabbaabbab",
			"1234567890", "0987654321", "abcdefghij", "ZYXWVUTSRQ", "abc123def456", "12345678ab", "987654321x",
			"qwertyuiop", "asdfghjklö", "QWERTZUIOP", "azertyuiop", "1q2w3e4r5t", "1qaz2wsx3edc", "qazwsxedcr",
			"vbnmvbnm,.-", "poiuytrewq", "aabbccddeeff", "ασδφγηξκλα", "!@#$%^&*()", "111222333444",
			"1111111111a",
		},
		"most common passwords": {
			"password123", "Password2024!", "P@ssw0rd2024", "pa55w0rd!!", "passwordpassword1", "mypassword1", "pass-word-99",
			"Passwort2025", "Kennwort!1", "şifre123456", "Sifrem2024", "parola12345", "k0d1k0s2024", "κωδικός2024",
			"Welcome2024!", "W3lc0me!!!", "Willkommen1", "hoşgeldin24", "kalimera2024", "Merhaba1234",
			"hotel12345", "H0t3l2024!", "myhotel2024", "hotelmanager", "Summer2024!", "sommer2025!", "SonneStrand1",
			"letmein2024", "l3tm31n!!!!", "4dm1n15tr4t0r", "admin12345", "$ecret2024", "1secret2024", "iloveyou22",
			"Galatasaray1905", "fenerbahce1907", "istanbul34!", "Antalya2024", "München2024", "Frühling25", "ｐａｓｓｗｏｒｄ１２", "welcometoparadise",
			"testtest12", "qwerty123456", "asdfasdfasdf", "changeme!23", "p.a.s.s.w.o.r.d",
		},
		"your name, company": {
			"mehtap1985", "Mehtap-1985!", "m3ht4p2024", "oezdemir2024", "Özdemir2024", "MehtapÖzdemir", "sunrisebay24",
			"mehtap.oezdemir@sunrise-bay.example", "SunriseBay2024!", "hospitality1", "xmehtapx1234", "hotelmehtap24",
		},
	} {
		for _, pw := range passwords {
			require.Contains(t, passwd.Check(pw, me...), reason, "%q", pw)
		}
	}
}

func TestCheck_accepts(t *testing.T) {
	t.Parallel()
	for _, pw := range []string{
		"correct horse battery staple", "purple-lantern-oven", "Kiesel Wolke Traktor", "kirmizi fener balikci",
		"tH9#vKq2Lx", "gv7Rk2mPzd", "x8!pLw0&rT", "mwqkzrbvtj", "Zebra9Mango4Kite", "owl eats 3 blue pears",
		"Der Kater schläft um 8", "Üç kedi çatıda uyur", "η γάτα κοιμάται", "стол лампа река", "猫が窓の外を静かに見ている",
		"84027591630284719", "drei Zwetschgen im Korb", "my hotel has nine odd lamps", "mehtap plays the banjo badly",
		"sunrise over quiet kelp", "Nebelhorn!Gurke", "vaporous-otter-77", "7 Pelikane am Steg", "copper&violin&moss",
		"Istanbul rains on Bjork", "e4c1b09f7d3a", "glacier.tulip.drum", "fluffy_anvil_2041", "no1 expects the okapi",
		"summer kelp tandem quilt", "unu doi trei patru", "9#4!k&2%8Zq@7", "sieben Siebe sieben Mehl", "ördek gölde yüzüyor", "🐟 salmon of the fjord",
		strings.Repeat("Wq7 horse ", 20),
	} {
		require.Empty(t, passwd.Check(pw, me...), "%q", pw)
	}
}

func TestCheck_personal(t *testing.T) {
	t.Parallel()

	t.Run("another user may have the word that is personal to one", func(t *testing.T) {
		t.Parallel()
		require.NotEmpty(t, passwd.Check("oezdemir-2024", me...))
		require.Empty(t, passwd.Check("oezdemir-2024"))
	})

	t.Run("initials and empty fields forbid nothing", func(t *testing.T) {
		t.Parallel()
		require.Empty(t, passwd.Check("purple-lantern-oven", "", "a", "o.v@x.de", " ", "12345"))
	})

	t.Run("a very long name is still found", func(t *testing.T) {
		t.Parallel()
		name := strings.Repeat("wolkenkuckuck", 6)
		require.NotEmpty(t, passwd.Check(name[:40]+"12", name))
	})
}

func FuzzCheck(f *testing.F) {
	for _, s := range []string{"P@ssw0rd2024", "correct horse battery staple", "\xff", "ﷺﷺﷺﷺﷺﷺﷺﷺﷺﷺ", "e\u0301e\u0301", "ıİßς"} {
		f.Add(s, "mehtap@sunrise-bay.example")
	}
	f.Fuzz(func(t *testing.T, pw, personal string) {
		problem := passwd.Check(pw, personal)
		if problem != "" {
			require.True(t, strings.HasPrefix(problem, "must "), problem)
			return
		}
		require.True(t, utf8.ValidString(pw))
		require.NotContains(t, pw, "\x00")
		require.LessOrEqual(t, len(pw), passwd.MaxBytes)
		require.Empty(t, passwd.Check(pw), "knowing less of the user forbids nothing more")
		require.NotEmpty(t, passwd.Check("password"+strings.Repeat("1", 3)+"!", pw))
	})
}

func BenchmarkCheck(b *testing.B) {
	pw := strings.Repeat("Wq7 horse ", 20)
	for b.Loop() {
		passwd.Check(pw, me...)
	}
}
