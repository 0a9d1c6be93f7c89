/** A capital: the country's ISO 3166 code, and degrees to about a kilometre. */
export interface Capital {
  readonly country: string
  readonly name: string
  readonly lat: number
  readonly lon: number
}

const table = `
ad Andorra la Vella 42.51 1.52
ae Abu Dhabi 24.45 54.38
af Kabul 34.53 69.17
ag Saint John's 17.12 -61.85
al Tirana 41.33 19.82
am Yerevan 40.18 44.51
ao Luanda -8.84 13.23
ar Buenos Aires -34.61 -58.38
at Vienna 48.21 16.37
au Canberra -35.28 149.13
az Baku 40.41 49.87
ba Sarajevo 43.86 18.41
bb Bridgetown 13.10 -59.62
bd Dhaka 23.81 90.41
be Brussels 50.85 4.35
bf Ouagadougou 12.37 -1.52
bg Sofia 42.70 23.32
bh Manama 26.23 50.58
bi Gitega -3.43 29.93
bj Porto-Novo 6.50 2.60
bn Bandar Seri Begawan 4.89 114.94
bo Sucre -19.05 -65.26
br Brasília -15.79 -47.88
bs Nassau 25.06 -77.35
bt Thimphu 27.47 89.64
bw Gaborone -24.65 25.91
by Minsk 53.90 27.57
bz Belmopan 17.25 -88.77
ca Ottawa 45.42 -75.70
cd Kinshasa -4.32 15.31
cf Bangui 4.36 18.55
cg Brazzaville -4.26 15.28
ch Bern 46.95 7.45
ci Yamoussoukro 6.83 -5.29
cl Santiago -33.45 -70.67
cm Yaoundé 3.87 11.52
cn Beijing 39.90 116.41
co Bogotá 4.71 -74.07
cr San José 9.93 -84.08
cu Havana 23.11 -82.37
cv Praia 14.93 -23.51
cy Nicosia 35.17 33.36
cz Prague 50.08 14.44
de Berlin 52.52 13.40
dj Djibouti 11.59 43.15
dk Copenhagen 55.68 12.57
dm Roseau 15.30 -61.39
do Santo Domingo 18.49 -69.93
dz Algiers 36.75 3.06
ec Quito -0.18 -78.47
ee Tallinn 59.44 24.75
eg Cairo 30.04 31.24
er Asmara 15.32 38.93
es Madrid 40.42 -3.70
et Addis Ababa 9.03 38.74
fi Helsinki 60.17 24.94
fj Suva -18.14 178.44
fm Palikir 6.92 158.16
fr Paris 48.86 2.35
ga Libreville 0.42 9.47
gb London 51.51 -0.13
gd Saint George's 12.05 -61.75
ge Tbilisi 41.72 44.79
gh Accra 5.60 -0.19
gm Banjul 13.45 -16.58
gn Conakry 9.64 -13.58
gq Malabo 3.75 8.78
gr Athens 37.98 23.73
gt Guatemala City 14.63 -90.51
gw Bissau 11.86 -15.60
gy Georgetown 6.80 -58.16
hn Tegucigalpa 14.07 -87.19
hr Zagreb 45.81 15.98
ht Port-au-Prince 18.54 -72.34
hu Budapest 47.50 19.04
id Jakarta -6.21 106.85
ie Dublin 53.35 -6.26
il Jerusalem 31.77 35.21
in New Delhi 28.61 77.21
iq Baghdad 33.31 44.36
ir Tehran 35.69 51.39
is Reykjavík 64.15 -21.94
it Rome 41.90 12.50
jm Kingston 17.97 -76.79
jo Amman 31.95 35.93
jp Tokyo 35.68 139.69
ke Nairobi -1.29 36.82
kg Bishkek 42.87 74.59
kh Phnom Penh 11.56 104.92
ki South Tarawa 1.33 172.98
km Moroni -11.70 43.26
kn Basseterre 17.30 -62.72
kp Pyongyang 39.04 125.76
kr Seoul 37.57 126.98
kw Kuwait City 29.38 47.99
kz Astana 51.17 71.43
la Vientiane 17.98 102.63
lb Beirut 33.89 35.50
lc Castries 14.01 -60.99
li Vaduz 47.14 9.52
lk Sri Jayawardenepura Kotte 6.89 79.92
lr Monrovia 6.30 -10.80
ls Maseru -29.31 27.48
lt Vilnius 54.69 25.28
lu Luxembourg 49.61 6.13
lv Riga 56.95 24.11
ly Tripoli 32.89 13.19
ma Rabat 34.02 -6.84
mc Monaco 43.73 7.42
md Chișinău 47.01 28.86
me Podgorica 42.44 19.26
mg Antananarivo -18.88 47.51
mh Majuro 7.10 171.38
mk Skopje 42.00 21.43
ml Bamako 12.64 -8.00
mm Naypyidaw 19.76 96.08
mn Ulaanbaatar 47.89 106.91
mr Nouakchott 18.08 -15.98
mt Valletta 35.90 14.51
mu Port Louis -20.16 57.50
mv Malé 4.18 73.51
mw Lilongwe -13.96 33.79
mx Mexico City 19.43 -99.13
my Kuala Lumpur 3.14 101.69
mz Maputo -25.97 32.57
na Windhoek -22.56 17.08
ne Niamey 13.51 2.11
ng Abuja 9.08 7.40
ni Managua 12.11 -86.24
nl Amsterdam 52.37 4.90
no Oslo 59.91 10.75
np Kathmandu 27.72 85.32
nr Yaren -0.55 166.92
nz Wellington -41.29 174.78
om Muscat 23.59 58.41
pa Panama City 8.98 -79.52
pe Lima -12.05 -77.04
pg Port Moresby -9.44 147.18
ph Manila 14.60 120.98
pk Islamabad 33.68 73.05
pl Warsaw 52.23 21.01
ps Ramallah 31.90 35.20
pt Lisbon 38.72 -9.14
pw Ngerulmud 7.50 134.62
py Asunción -25.26 -57.58
qa Doha 25.29 51.53
ro Bucharest 44.43 26.10
rs Belgrade 44.79 20.45
ru Moscow 55.76 37.62
rw Kigali -1.95 30.06
sa Riyadh 24.71 46.68
sb Honiara -9.43 159.96
sc Victoria -4.62 55.45
sd Khartoum 15.50 32.56
se Stockholm 59.33 18.07
sg Singapore 1.29 103.85
si Ljubljana 46.06 14.51
sk Bratislava 48.15 17.11
sl Freetown 8.48 -13.23
sm San Marino 43.94 12.45
sn Dakar 14.72 -17.47
so Mogadishu 2.05 45.32
sr Paramaribo 5.85 -55.20
ss Juba 4.86 31.57
st São Tomé 0.34 6.73
sv San Salvador 13.69 -89.22
sy Damascus 33.51 36.28
sz Mbabane -26.31 31.14
td N'Djamena 12.13 15.06
tg Lomé 6.13 1.22
th Bangkok 13.76 100.50
tj Dushanbe 38.56 68.79
tl Dili -8.56 125.56
tm Ashgabat 37.96 58.33
tn Tunis 36.81 10.18
to Nukuʻalofa -21.14 -175.20
tr Ankara 39.93 32.86
tt Port of Spain 10.65 -61.52
tv Funafuti -8.52 179.20
tw Taipei 25.03 121.57
tz Dodoma -6.16 35.75
ua Kyiv 50.45 30.52
ug Kampala 0.35 32.58
us Washington 38.91 -77.04
uy Montevideo -34.90 -56.16
uz Tashkent 41.30 69.24
va Vatican City 41.902 12.453
vc Kingstown 13.16 -61.22
ve Caracas 10.48 -66.90
vn Hanoi 21.03 105.85
vu Port Vila -17.73 168.32
ws Apia -13.83 -171.76
xk Pristina 42.66 21.17
ye Sanaa 15.37 44.19
za Pretoria -25.75 28.19
zm Lusaka -15.39 28.32
zw Harare -17.83 31.05
`

/** The capitals of the world. */
export const capitals: readonly Capital[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [, country = '', name = '', lat, lon] = /^(..) (.+) (-?[\d.]+) (-?[\d.]+)$/.exec(line) ?? []
    return { country, name, lat: Number(lat), lon: Number(lon) }
  })
