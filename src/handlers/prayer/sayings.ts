/** A saying of the Prophet in the collection of al-Bukhari. */
export interface Saying {
  /** The number of the book in the collection. */
  readonly book: number
  /** The number that citations use. */
  readonly number: number
  readonly narrator: string
  readonly arabic: string
  readonly english: string
}

/** The collection of all sayings. */
export const collection = 'Sahih al-Bukhari'

/** When the sayings and the names were last compared with their editions. */
export const comparedAt = '2026-11-22T00:00:00.000Z'

/** The books that have a bundled saying. */
export const bookNames: Readonly<Record<number, string>> = {
  1: 'Revelation',
  2: 'Belief',
  3: 'Knowledge',
  8: 'Prayer',
  11: 'Friday Prayer',
  24: 'Obligatory Charity',
  30: 'Fasting',
  34: 'Sales and Trade',
  41: 'Agriculture',
  46: 'Oppressions',
  60: 'Prophets',
  61: 'Virtues and Merits',
  66: 'Virtues of the Quran',
  70: 'Food and Meals',
  75: 'Patients',
  76: 'Medicine',
  78: 'Good Manners',
  80: 'Invocations',
  81: 'Softening the Heart',
  97: 'Oneness of God',
}

/**
 * A small selection of sayings, in a translation made for this product; the provider has all others. Of a long report only
 * the words quoted here are included. Sorted by number, in the numbering of Fath al-Bari, which sunnah.com uses.
 *
 * Book, number, narrator and Arabic text are those of two digital editions of the text of sunnah.com, to the letter, and each
 * translation was checked against them: see docs/data.md, and tools/data/sayings.ts, which repeats the comparison. Add no
 * saying that no edition confirms.
 */
export const sayings: readonly Saying[] = [
  {
    book: 1,
    number: 1,
    narrator: 'Umar ibn al-Khattab',
    arabic: 'إِنَّمَا الْأَعْمَالُ بِالنِّيَّاتِ، وَإِنَّمَا لِكُلِّ امْرِئٍ مَا نَوَى',
    english: 'Deeds are but by their intentions, and everyone has only what they intended.',
  },
  {
    book: 2,
    number: 10,
    narrator: 'Abdullah ibn Amr',
    arabic: 'الْمُسْلِمُ مَنْ سَلِمَ الْمُسْلِمُونَ مِنْ لِسَانِهِ وَيَدِهِ',
    english: 'A Muslim is one from whose tongue and hand Muslims are safe.',
  },
  {
    book: 2,
    number: 13,
    narrator: 'Anas ibn Malik',
    arabic: 'لا يُؤْمِنُ أَحَدُكُمْ حَتَّى يُحِبَّ لأَخِيهِ مَا يُحِبُّ لِنَفْسِهِ',
    english: 'None of you believes until he loves for his brother what he loves for himself.',
  },
  {
    book: 2,
    number: 33,
    narrator: 'Abu Hurayra',
    arabic: 'آيَةُ الْمُنَافِقِ ثَلاَثٌ إِذَا حَدَّثَ كَذَبَ، وَإِذَا وَعَدَ أَخْلَفَ، وَإِذَا اؤْتُمِنَ خَانَ',
    english:
      'The signs of a hypocrite are three: when he speaks he lies, when he promises he breaks it, and when he is trusted he betrays.',
  },
  {
    book: 2,
    number: 39,
    narrator: 'Abu Hurayra',
    arabic: 'إِنَّ الدِّينَ يُسْرٌ، وَلَنْ يُشَادَّ الدِّينَ أَحَدٌ إِلاَّ غَلَبَهُ',
    english: 'Religion is ease: nobody makes it hard for himself without being overcome by it.',
  },
  {
    book: 3,
    number: 69,
    narrator: 'Anas ibn Malik',
    arabic: 'يَسِّرُوا وَلاَ تُعَسِّرُوا، وَبَشِّرُوا وَلاَ تُنَفِّرُوا',
    english: 'Make things easy and not hard; bring good news and do not drive people away.',
  },
  {
    book: 3,
    number: 71,
    narrator: 'Muawiya ibn Abi Sufyan',
    arabic: 'مَنْ يُرِدِ اللَّهُ بِهِ خَيْرًا يُفَقِّهْهُ فِي الدِّينِ',
    english: 'To whom God wishes good, He gives understanding of religion.',
  },
  {
    book: 8,
    number: 481,
    narrator: 'Abu Musa al-Ashari',
    arabic: 'إِنَّ الْمُؤْمِنَ لِلْمُؤْمِنِ كَالْبُنْيَانِ، يَشُدُّ بَعْضُهُ بَعْضًا',
    english: 'Believers are to one another like a building whose parts hold each other up.',
  },
  {
    book: 11,
    number: 893,
    narrator: 'Abdullah ibn Umar',
    arabic: 'كُلُّكُمْ رَاعٍ، وَكُلُّكُمْ مَسْئُولٌ عَنْ رَعِيَّتِهِ',
    english: 'Each of you is a shepherd, and each of you answers for his flock.',
  },
  {
    book: 24,
    number: 1429,
    narrator: 'Abdullah ibn Umar',
    arabic: 'الْيَدُ الْعُلْيَا خَيْرٌ مِنَ الْيَدِ السُّفْلَى',
    english: 'The upper hand is better than the lower hand.',
  },
  {
    book: 24,
    number: 1469,
    narrator: 'Abu Said al-Khudri',
    arabic: 'وَمَا أُعْطِيَ أَحَدٌ عَطَاءً خَيْرًا وَأَوْسَعَ مِنَ الصَّبْرِ',
    english: 'Nobody is given a gift better or more ample than patience.',
  },
  {
    book: 30,
    number: 1903,
    narrator: 'Abu Hurayra',
    arabic: 'مَنْ لَمْ يَدَعْ قَوْلَ الزُّورِ وَالْعَمَلَ بِهِ فَلَيْسَ لِلَّهِ حَاجَةٌ فِي أَنْ يَدَعَ طَعَامَهُ وَشَرَابَهُ',
    english:
      'If someone does not give up false words and acting on them, God has no need of their giving up food and drink.',
  },
  {
    book: 34,
    number: 2076,
    narrator: 'Jabir ibn Abdullah',
    arabic: 'رَحِمَ اللَّهُ رَجُلاً سَمْحًا إِذَا بَاعَ، وَإِذَا اشْتَرَى، وَإِذَا اقْتَضَى',
    english: 'God have mercy on one who is easy when he sells, when he buys and when he asks for what he is owed.',
  },
  {
    book: 41,
    number: 2320,
    narrator: 'Anas ibn Malik',
    arabic: 'مَا مِنْ مُسْلِمٍ يَغْرِسُ غَرْسًا، أَوْ يَزْرَعُ زَرْعًا، فَيَأْكُلُ مِنْهُ طَيْرٌ أَوْ إِنْسَانٌ أَوْ بَهِيمَةٌ، إِلاَّ كَانَ لَهُ بِهِ صَدَقَةٌ',
    english:
      'Whenever a Muslim plants a tree or sows a field, and a bird, a person or an animal eats from it, it counts for him as charity.',
  },
  {
    book: 46,
    number: 2442,
    narrator: 'Abdullah ibn Umar',
    arabic: 'الْمُسْلِمُ أَخُو الْمُسْلِمِ، لاَ يَظْلِمُهُ وَلاَ يُسْلِمُهُ',
    english: 'A Muslim is the brother of a Muslim: he does not wrong him and does not abandon him.',
  },
  {
    book: 60,
    number: 3461,
    narrator: 'Abdullah ibn Amr',
    arabic: 'بَلِّغُوا عَنِّي وَلَوْ آيَةً',
    english: 'Pass on from me, even if it is one verse.',
  },
  {
    book: 61,
    number: 3559,
    narrator: 'Abdullah ibn Amr',
    arabic: 'إِنَّ مِنْ خِيَارِكُمْ أَحْسَنَكُمْ أَخْلاَقًا',
    english: 'Among the best of you are those of the best character.',
  },
  {
    book: 66,
    number: 5027,
    narrator: 'Uthman ibn Affan',
    arabic: 'خَيْرُكُمْ مَنْ تَعَلَّمَ الْقُرْآنَ وَعَلَّمَهُ',
    english: 'The best of you are those who learn the Quran and teach it.',
  },
  {
    book: 70,
    number: 5376,
    narrator: 'Umar ibn Abi Salama',
    arabic: 'يَا غُلاَمُ سَمِّ اللَّهَ، وَكُلْ بِيَمِينِكَ وَكُلْ مِمَّا يَلِيكَ',
    english: 'My boy, say the name of God, eat with your right hand, and eat from what is nearest to you.',
  },
  {
    book: 75,
    number: 5641,
    narrator: 'Abu Said al-Khudri and Abu Hurayra',
    arabic: 'مَا يُصِيبُ الْمُسْلِمَ مِنْ نَصَبٍ وَلاَ وَصَبٍ وَلاَ هَمٍّ وَلاَ حُزْنٍ وَلاَ أَذًى وَلاَ غَمٍّ حَتَّى الشَّوْكَةِ يُشَاكُهَا، إِلاَّ كَفَّرَ اللَّهُ بِهَا مِنْ خَطَايَاهُ',
    english:
      'No weariness, illness, worry, sadness, hurt or grief comes to a Muslim, not even the prick of a thorn, without God forgiving some of his wrongs for it.',
  },
  {
    book: 76,
    number: 5678,
    narrator: 'Abu Hurayra',
    arabic: 'مَا أَنْزَلَ اللَّهُ دَاءً إِلاَّ أَنْزَلَ لَهُ شِفَاءً',
    english: 'God has sent down no illness without sending down a cure for it.',
  },
  {
    book: 78,
    number: 5997,
    narrator: 'Abu Hurayra',
    arabic: 'مَنْ لاَ يَرْحَمُ لاَ يُرْحَمُ',
    english: 'Who shows no mercy is shown no mercy.',
  },
  {
    book: 78,
    number: 6018,
    narrator: 'Abu Hurayra',
    arabic:
      'مَنْ كَانَ يُؤْمِنُ بِاللَّهِ وَالْيَوْمِ الآخِرِ فَلاَ يُؤْذِ جَارَهُ، وَمَنْ كَانَ يُؤْمِنُ بِاللَّهِ وَالْيَوْمِ الآخِرِ فَلْيُكْرِمْ ضَيْفَهُ، وَمَنْ كَانَ يُؤْمِنُ بِاللَّهِ وَالْيَوْمِ الآخِرِ فَلْيَقُلْ خَيْرًا أَوْ لِيَصْمُتْ',
    english:
      'Who believes in God and the last day should not harm his neighbour; who believes in God and the last day should honour his guest; who believes in God and the last day should speak well or keep silent.',
  },
  {
    book: 78,
    number: 6021,
    narrator: 'Jabir ibn Abdullah',
    arabic: 'كُلُّ مَعْرُوفٍ صَدَقَةٌ',
    english: 'Every good deed is charity.',
  },
  {
    book: 78,
    number: 6114,
    narrator: 'Abu Hurayra',
    arabic: 'لَيْسَ الشَّدِيدُ بِالصُّرَعَةِ، إِنَّمَا الشَّدِيدُ الَّذِي يَمْلِكُ نَفْسَهُ عِنْدَ الْغَضَبِ',
    english: 'The strong one is not the wrestler; the strong one is he who masters himself when he is angry.',
  },
  {
    book: 78,
    number: 6116,
    narrator: 'Abu Hurayra',
    arabic: 'لاَ تَغْضَبْ',
    english: 'Do not be angry.',
  },
  {
    book: 78,
    number: 6133,
    narrator: 'Abu Hurayra',
    arabic: 'لاَ يُلْدَغُ الْمُؤْمِنُ مِنْ جُحْرٍ وَاحِدٍ مَرَّتَيْنِ',
    english: 'A believer is not stung from the same hole twice.',
  },
  {
    book: 80,
    number: 6406,
    narrator: 'Abu Hurayra',
    arabic: 'كَلِمَتَانِ خَفِيفَتَانِ عَلَى اللِّسَانِ، ثَقِيلَتَانِ فِي الْمِيزَانِ، حَبِيبَتَانِ إِلَى الرَّحْمَنِ، سُبْحَانَ اللَّهِ الْعَظِيمِ، سُبْحَانَ اللَّهِ وَبِحَمْدِهِ',
    english:
      'Two phrases are light on the tongue, heavy in the balance and dear to the Most Gracious: glory to God, the Magnificent; glory and praise to God.',
  },
  {
    book: 81,
    number: 6412,
    narrator: 'Abdullah ibn Abbas',
    arabic: 'نِعْمَتَانِ مَغْبُونٌ فِيهِمَا كَثِيرٌ مِنَ النَّاسِ، الصِّحَّةُ وَالْفَرَاغُ',
    english: 'There are two blessings over which many people are the losers: health and free time.',
  },
  {
    book: 81,
    number: 6416,
    narrator: 'Abdullah ibn Umar',
    arabic: 'كُنْ فِي الدُّنْيَا كَأَنَّكَ غَرِيبٌ، أَوْ عَابِرُ سَبِيلٍ',
    english: 'Be in this world as if you were a stranger, or a traveller on the road.',
  },
  {
    book: 81,
    number: 6446,
    narrator: 'Abu Hurayra',
    arabic: 'لَيْسَ الْغِنَى عَنْ كَثْرَةِ الْعَرَضِ، وَلَكِنَّ الْغِنَى غِنَى النَّفْسِ',
    english: 'Wealth is not in having many goods; wealth is the wealth of the soul.',
  },
  {
    book: 97,
    number: 7376,
    narrator: 'Jarir ibn Abdullah',
    arabic: 'لاَ يَرْحَمُ اللَّهُ مَنْ لاَ يَرْحَمُ النَّاسَ',
    english: 'God has no mercy on those who have no mercy on people.',
  },
]
