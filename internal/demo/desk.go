package demo

// fillDesk makes the travel desk: one tool for each thing a server can ask.
func fillDesk(h *host) {
	h.tool(bookTable)
	h.tool(buyTickets)
	h.tool(registerForConference)
	h.tool(planTrip)
	h.tool(onboardColleague)
	h.tool(deletePhotos)
	h.tool(signIn)
	h.tool(connectCalendar)
	h.tool(printBrochure)
	h.tool(sendParcel)
	h.tool(weatherReport)
	h.tool(lostLuggage)
	fillLetters(h)
}
