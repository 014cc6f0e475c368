"""Stocks by what people call them in Chinese, and those that the index lists do not hold.

A row is: symbol, name in English, names in Chinese. Symbols of Hong Kong end in .HK, of Shanghai in
.SS, of Shenzhen in .SZ, of Taiwan in .TW; those without an ending are American.
"""

ALIASES = """
AAPL|Apple|苹果 苹果公司
MSFT|Microsoft|微软
GOOGL|Alphabet Class A|谷歌A 谷歌 Google
GOOG|Alphabet Class C|谷歌C 谷歌 Google
AMZN|Amazon|亚马逊
META|Meta Platforms|脸书 元宇宙公司 Facebook
NVDA|NVIDIA|英伟达 辉达 老黄
TSLA|Tesla|特斯拉
NFLX|Netflix|奈飞 网飞
AMD|Advanced Micro Devices|超威半导体 超微半导体 AMD
INTC|Intel|英特尔
QCOM|Qualcomm|高通
AVGO|Broadcom|博通
MU|Micron Technology|美光 美光科技
TXN|Texas Instruments|德州仪器
ARM|Arm Holdings|安谋 ARM
ASML|ASML Holding|阿斯麦 艾司摩尔
TSM|Taiwan Semiconductor ADR|台积电
ORCL|Oracle|甲骨文
IBM|IBM|国际商业机器
CSCO|Cisco Systems|思科
CRM|Salesforce|赛富时
ADBE|Adobe|奥多比
DELL|Dell Technologies|戴尔
HPQ|HP|惠普
SMCI|Super Micro Computer|超微电脑
PLTR|Palantir Technologies|帕兰提尔
SNOW|Snowflake|雪花
UBER|Uber|优步
ABNB|Airbnb|爱彼迎
SPOT|Spotify|声田
SHOP|Shopify|肖皮菲
PYPL|PayPal|贝宝
V|Visa|维萨
MA|Mastercard|万事达
AXP|American Express|美国运通
JPM|JPMorgan Chase|摩根大通 小摩
MS|Morgan Stanley|摩根士丹利 大摩
GS|Goldman Sachs|高盛
BAC|Bank of America|美国银行 美银
C|Citigroup|花旗 花旗集团
WFC|Wells Fargo|富国银行
BLK|BlackRock|贝莱德
BRK.B|Berkshire Hathaway Class B|伯克希尔 巴菲特 伯克希尔B
BRK.A|Berkshire Hathaway Class A|伯克希尔 伯克希尔A
COIN|Coinbase|币基 Coinbase交易所
MSTR|Strategy (MicroStrategy)|微策略
HOOD|Robinhood Markets|罗宾汉
CRCL|Circle Internet Group|Circle
MARA|MARA Holdings|马拉松数字
RIOT|Riot Platforms|暴动平台
GME|GameStop|游戏驿站
AMC|AMC Entertainment|AMC院线
KO|Coca-Cola|可口可乐
PEP|PepsiCo|百事 百事可乐
MCD|McDonald's|麦当劳
SBUX|Starbucks|星巴克
NKE|Nike|耐克
DIS|Walt Disney|迪士尼
WMT|Walmart|沃尔玛
COST|Costco Wholesale|好市多 开市客
TGT|Target|塔吉特
HD|Home Depot|家得宝
PG|Procter & Gamble|宝洁
JNJ|Johnson & Johnson|强生
PFE|Pfizer|辉瑞
MRNA|Moderna|莫德纳
LLY|Eli Lilly|礼来
NVO|Novo Nordisk ADR|诺和诺德
MRK|Merck|默沙东 默克
ABBV|AbbVie|艾伯维
UNH|UnitedHealth|联合健康
BA|Boeing|波音
LMT|Lockheed Martin|洛克希德马丁 洛马
GE|GE Aerospace|通用电气
CAT|Caterpillar|卡特彼勒
MMM|3M|明尼苏达矿业
F|Ford Motor|福特
GM|General Motors|通用汽车
TM|Toyota Motor ADR|丰田ADR
XOM|Exxon Mobil|埃克森美孚
CVX|Chevron|雪佛龙
OXY|Occidental Petroleum|西方石油
T|AT&T|美国电话电报
VZ|Verizon|威瑞森
TMUS|T-Mobile US|德国电信美国
ZM|Zoom Communications|Zoom
RBLX|Roblox|罗布乐思
RIVN|Rivian Automotive|里维安
LCID|Lucid Group|Lucid
SOL|Emeren Group ADR|昱辉
BABA|Alibaba ADR|阿里巴巴 阿里
JD|JD.com ADR|京东
PDD|PDD Holdings ADR|拼多多 多多
BIDU|Baidu ADR|百度
NTES|NetEase ADR|网易
NIO|NIO ADR|蔚来 蔚来汽车
XPEV|XPeng ADR|小鹏 小鹏汽车
LI|Li Auto ADR|理想 理想汽车
BILI|Bilibili ADR|哔哩哔哩 B站
TCOM|Trip.com ADR|携程
TME|Tencent Music ADR|腾讯音乐
BEKE|KE Holdings ADR|贝壳
FUTU|Futu Holdings ADR|富途
TIGR|UP Fintech ADR|老虎证券
IQ|iQIYI ADR|爱奇艺
VIPS|Vipshop ADR|唯品会
WB|Weibo ADR|微博
EDU|New Oriental ADR|新东方
TAL|TAL Education ADR|好未来
YMM|Full Truck Alliance ADR|满帮
0700.HK|Tencent Holdings|腾讯 腾讯控股
9988.HK|Alibaba Group|阿里巴巴 阿里
9618.HK|JD.com|京东 京东集团
3690.HK|Meituan|美团
1810.HK|Xiaomi|小米 小米集团
9888.HK|Baidu|百度 百度集团
9999.HK|NetEase|网易
1024.HK|Kuaishou Technology|快手
9626.HK|Bilibili|哔哩哔哩 B站
2015.HK|Li Auto|理想 理想汽车
9868.HK|XPeng|小鹏 小鹏汽车
9866.HK|NIO|蔚来 蔚来汽车
1211.HK|BYD|比亚迪 比亚迪股份
0981.HK|SMIC|中芯国际
0992.HK|Lenovo Group|联想 联想集团
0941.HK|China Mobile|中国移动 中移动
0762.HK|China Unicom|中国联通
0728.HK|China Telecom|中国电信
0005.HK|HSBC Holdings|汇丰 汇丰控股
1299.HK|AIA Group|友邦 友邦保险
0388.HK|Hong Kong Exchanges and Clearing|港交所 香港交易所
2318.HK|Ping An Insurance|中国平安 平安保险
0939.HK|China Construction Bank|建设银行 建行
1398.HK|Industrial and Commercial Bank of China|工商银行 工行
3988.HK|Bank of China|中国银行 中行
1288.HK|Agricultural Bank of China|农业银行 农行
3968.HK|China Merchants Bank|招商银行 招行
0883.HK|CNOOC|中海油 中国海洋石油
0857.HK|PetroChina|中国石油 中石油
0386.HK|Sinopec|中国石化 中石化
0001.HK|CK Hutchison Holdings|长和 长江和记
1113.HK|CK Asset Holdings|长实集团 长江实业
0016.HK|Sun Hung Kai Properties|新鸿基地产
0027.HK|Galaxy Entertainment|银河娱乐
1928.HK|Sands China|金沙中国
2020.HK|ANTA Sports|安踏 安踏体育
2331.HK|Li Ning|李宁
6862.HK|Haidilao|海底捞
9633.HK|Nongfu Spring|农夫山泉
9992.HK|Pop Mart|泡泡玛特
2269.HK|WuXi Biologics|药明生物
0175.HK|Geely Automobile|吉利 吉利汽车
2333.HK|Great Wall Motor|长城汽车
9961.HK|Trip.com Group|携程
0020.HK|SenseTime|商汤 商汤科技
0293.HK|Cathay Pacific|国泰航空
0066.HK|MTR Corporation|港铁 港铁公司
1876.HK|Budweiser APAC|百威亚太
2382.HK|Sunny Optical|舜宇光学
0291.HK|China Resources Beer|华润啤酒
600519.SS|Kweichow Moutai|茅台 贵州茅台
601318.SS|Ping An Insurance|中国平安 平安保险
600036.SS|China Merchants Bank|招商银行 招行
601398.SS|Industrial and Commercial Bank of China|工商银行 工行
601939.SS|China Construction Bank|建设银行 建行
601288.SS|Agricultural Bank of China|农业银行 农行
601988.SS|Bank of China|中国银行 中行
601166.SS|Industrial Bank|兴业银行
600000.SS|Shanghai Pudong Development Bank|浦发银行
600030.SS|CITIC Securities|中信证券
601688.SS|Huatai Securities|华泰证券
601211.SS|Guotai Haitong Securities|国泰海通 国泰君安
600900.SS|China Yangtze Power|长江电力
601857.SS|PetroChina|中国石油 中石油
600028.SS|Sinopec|中国石化 中石化
600938.SS|CNOOC|中国海油 中海油
601088.SS|China Shenhua Energy|中国神华
601899.SS|Zijin Mining|紫金矿业
600276.SS|Jiangsu Hengrui Pharmaceuticals|恒瑞医药
603259.SS|WuXi AppTec|药明康德
600887.SS|Inner Mongolia Yili|伊利 伊利股份
603288.SS|Foshan Haitian Flavouring|海天味业
600309.SS|Wanhua Chemical|万华化学
601012.SS|LONGi Green Energy|隆基绿能 隆基
600438.SS|Tongwei|通威股份
600104.SS|SAIC Motor|上汽集团 上汽
601633.SS|Great Wall Motor|长城汽车
601127.SS|Seres Group|赛力斯
600031.SS|Sany Heavy Industry|三一重工
601668.SS|China State Construction|中国建筑
600050.SS|China Unicom|中国联通
600941.SS|China Mobile|中国移动 中移动
601728.SS|China Telecom|中国电信
688981.SS|SMIC|中芯国际
688041.SS|Hygon Information Technology|海光信息
688256.SS|Cambricon Technologies|寒武纪
688111.SS|Kingsoft Office|金山办公
601888.SS|China Tourism Group Duty Free|中国中免 中免
600809.SS|Shanxi Xinghuacun Fen Wine|山西汾酒 汾酒
600585.SS|Anhui Conch Cement|海螺水泥
600690.SS|Haier Smart Home|海尔智家 海尔
603501.SS|OmniVision Integrated Circuits|豪威集团 韦尔股份
601138.SS|Foxconn Industrial Internet|工业富联
600893.SS|AECC Aviation Power|航发动力
000001.SZ|Ping An Bank|平安银行
000002.SZ|China Vanke|万科 万科A
000333.SZ|Midea Group|美的 美的集团
000651.SZ|Gree Electric Appliances|格力 格力电器
000858.SZ|Wuliangye Yibin|五粮液
000568.SZ|Luzhou Laojiao|泸州老窖
000725.SZ|BOE Technology|京东方 京东方A
000063.SZ|ZTE|中兴通讯 中兴
000100.SZ|TCL Technology|TCL科技
000625.SZ|Changan Automobile|长安汽车
000776.SZ|GF Securities|广发证券
002594.SZ|BYD|比亚迪
002415.SZ|Hikvision|海康威视
002475.SZ|Luxshare Precision|立讯精密
002714.SZ|Muyuan Foods|牧原股份
002304.SZ|Yanghe Brewery|洋河股份
002352.SZ|SF Holding|顺丰控股 顺丰
002230.SZ|iFLYTEK|科大讯飞 讯飞
002241.SZ|Goertek|歌尔股份
002371.SZ|NAURA Technology|北方华创
002027.SZ|Focus Media|分众传媒
300750.SZ|CATL|宁德时代 宁王
300059.SZ|East Money Information|东方财富
300760.SZ|Mindray|迈瑞医疗
300015.SZ|Aier Eye Hospital|爱尔眼科
300124.SZ|Inovance Technology|汇川技术
300274.SZ|Sungrow Power|阳光电源
300308.SZ|Zhongji Innolight|中际旭创
300502.SZ|Eoptolink Technology|新易盛
300498.SZ|Wens Foodstuff|温氏股份
2330.TW|TSMC|台积电
2317.TW|Hon Hai Precision|鸿海 富士康
2454.TW|MediaTek|联发科
7203.T|Toyota Motor|丰田 丰田汽车
6758.T|Sony Group|索尼
7974.T|Nintendo|任天堂
9984.T|SoftBank Group|软银
9983.T|Fast Retailing|迅销 优衣库
005930.KS|Samsung Electronics|三星 三星电子
000660.KS|SK hynix|海力士
"""
"""About two hundred rows, written by us."""
